// A made-up fleet to look at the pages without the program: `npm run build:fixture`. Never part of a release.
import type { Change } from '../lib/api/generated/Change';
import type { CommitLink } from '../lib/api/generated/CommitLink';
import type { FleetAnswer } from '../lib/api/generated/FleetAnswer';
import type { FleetCell } from '../lib/api/generated/FleetCell';
import type { RunningRow } from '../lib/api/generated/RunningRow';
import type { TimelineReply } from '../lib/api/generated/TimelineReply';
import type { TraceLink } from '../lib/api/generated/TraceLink';
import type { Command, Commands } from '../lib/api/commands';
import type { Platform } from './types';

const AS_OF = '2026-06-30T12:00:00Z';
const APPS = ['catalog', 'checkout', 'identity', 'ledger', 'mailer', 'payments', 'pricing', 'search', 'storefront'];
const CLUSTERS = [
  ['test-eu', 'test', 'eu'],
  ['stage-eu', 'staging', 'eu'],
  ['stage-us', 'staging', 'us'],
  ['prod-eu', 'production', 'eu'],
  ['prod-us', 'production', 'us'],
] as const;
const PEOPLE = ['ada', 'grace', 'linus', 'margaret', 'edsger'];
const GAPS = [
  { source: 'prod-us', code: 'no-snapshot', place: 'snapshots', message: 'no snapshot between 03:00 and 09:00 on 2026-05-11', from: '2026-05-11T03:00:00Z', to: '2026-05-11T09:00:00Z' },
  { source: 'fleet-flux', code: 'unparsable', place: '3f2a1b0c:clusters/prod-us/mailer/release.yaml', message: 'the file does not parse; its last good state is kept', from: null, to: null },
];

function hex(seed: number, length: number): string {
  let state = (seed * 2654435761) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function link(seed: number, repo: string): CommitLink {
  return { repo, commit: hex(seed, 40), basis: 'tag-is-commit', strength: 'E1', subject: 'Round prices half to even', committed_at: '2026-06-12T09:00:00Z' };
}

function cell(app: string, row: number, column: number): FleetCell {
  const [cluster] = pick(CLUSTERS, column);
  const subject = `${cluster}/shop/Deployment/${app}/${app}`;
  if ((row * 7 + column) % 11 === 9) return { cluster, versions: [], verdict: null, reason: 'the app does not run there', age_s: null, stale: false };
  const verdict = row === 5 && column === 4 ? 'contradicted' : row === 4 ? 'unknown' : 'matched';
  const version = (minor: number, replicas: number): FleetCell['versions'][number] => ({
    subject, version: row === 4 ? 'latest' : `1.${12 - column + minor}.${row}`, image: `registry.example/shop/${app}`, tag: `v1.${12 - column}.${row}`,
    digest: `sha256:${hex(row * 10 + column, 64)}`, source: row === 4 ? null : link(row * 10 + column + minor, app), replicas, ready: replicas,
    verdict, reason: verdict === 'matched' ? 'Git declares this digest' : 'Git declares another digest',
  });
  const versions = row === 1 && column === 3 ? [version(0, 2), version(1, 1)] : [version(0, 3)];
  return { cluster, versions, verdict, reason: versions[0]?.reason ?? '', age_s: 840 + column * 60, stale: column === 2 };
}

const fleet: FleetAnswer = {
  as_of: AS_OF,
  columns: CLUSTERS.map(([cluster, environment, region], column) => ({
    cluster, environment, region, last_snapshot: '2026-06-30T11:46:00Z', age_s: column === 2 ? 200_000 : 840, stale: column === 2,
    counts: { matched: 8, contradicted: 0, unknown: 1 },
  })),
  rows: APPS.map((app, row) => ({ app, cells: CLUSTERS.map((_, column) => cell(app, row, column)) })),
  counts: { matched: 34, contradicted: 1, unknown: 5 },
  gaps: GAPS as FleetAnswer['gaps'],
};

function row(subject: string): RunningRow {
  const [cluster = '', namespace = '', kind = '', name = '', container = name] = subject.split('/');
  const [, environment, region] = CLUSTERS.find(([known]) => known === cluster) ?? ['', 'production', 'eu'];
  return {
    cluster, environment, region, app: name, namespace, workload: { kind, name }, container, role: 'main', image: `registry.example/shop/${name}`, tag: 'v1.8.5',
    digest: `sha256:${hex(54, 64)}`, digest_kind: 'index', digest_reason: null, replicas: 3, ready: 3, source: link(54, name), source_reason: null,
    config: link(77, 'fleet-argocd'), config_reason: null,
    declared: { repo: 'fleet-argocd', path: `apps/${name}/overlays/production/kustomization.yaml`, slot: `images[name=registry.example/shop/${name}]`, image: `registry.example/shop/${name}`, tag: 'v1.8.4', digest: null, commit: hex(77, 40), landed_at: '2026-06-14T08:12:00Z', matched_by: 'path names cluster and app' },
    claimed: { controller: 'argo-application', namespace: 'argocd', name: `${name}-prod`, repo_url: 'https://git.example/fleet', path: 'apps', revision: hex(77, 40), sync_status: 'Synced', health: 'Healthy', applied_at: '2026-06-14T08:15:11Z' },
    verdict: cluster === 'prod-us' ? 'contradicted' : 'matched', reason: cluster === 'prod-us' ? 'Git declares v1.8.4; the pods run v1.8.5.' : 'Git declares v1.8.5, and that is what the pods run.',
    seen: { not_before: '2026-06-14T08:00:00Z', not_after: '2026-06-14T09:00:00Z', last: '2026-06-30T11:46:00Z' }, age_s: 840, stale: false, subject,
  };
}

const LINKS: TraceLink[] = ([
  ['runs', 'prod-us / shop / Deployment payments', 'registry.example/shop/payments:v1.8.5', 'cluster-snapshot', 'E3', 'The snapshot of 11:46 lists 3 pods that run it.'],
  ['digest', 'registry.example/shop/payments:v1.8.5', `sha256:${hex(54, 64)}`, 'runtime-image-id', 'E3', 'The container runtime reports this digest.'],
  ['sync', 'Deployment payments', `argocd/payments-prod at ${hex(77, 40)}`, 'controller-revision', 'E3', 'Argo CD says that it applied this revision.'],
  ['config-commit', `fleet-argocd@${hex(77, 8)}`, hex(77, 40), 'declaration', 'E3', 'The commit introduced the value that stands there.'],
  ['config-change-request', hex(77, 12), 'fleet-argocd#214', 'forge-record', 'E3', 'The forge records this pull request with this merge commit.'],
  ['source-commit', 'registry.example/shop/payments:v1.8.5', hex(54, 40), 'tag-is-git-tag', 'E1', 'The tag is a Git tag of the repository payments.'],
  ['source-change-request', hex(54, 12), null, null, null, 'The commit’s subject names no number and no record has it as merge commit.'],
] as const).map(([kind, from, to, basis, strength, reason]) => ({
  kind, from, to, basis, strength, status: to ? 'found' as const : 'missing' as const, reason,
  evidence: to ? [{ kind: 'snapshot', label: 'prod-us 2026-06-30 11:46', hash: hex(9, 64), at: '2026-06-30T11:46:00Z' }] : [],
}));

function change(index: number): Change {
  const fail = index % 17 === 3;
  const landed = new Date(Date.UTC(2026, 0, 5) + index * 7_600_000).toISOString();
  return {
    id: `${hex(index, 12)}.0`, app: pick(APPS, index), environment: pick(['test', 'staging', 'production'], index), cluster: index % 4 === 0 ? pick(CLUSTERS, index)[0] : null,
    repo: 'fleet-argocd', path: `apps/${pick(APPS, index)}/overlays/prod/kustomization.yaml`, slot: 'images[name=x]', kind: pick(['upgrade', 'upgrade', 'new', 'rollback', 'configuration'], index),
    from: { image: 'registry.example/shop/x', tag: `v1.${index % 30}.0`, digest: null, version: null }, to: { image: 'registry.example/shop/x', tag: `v1.${(index % 30) + 1}.0`, digest: null, version: null },
    config_commit: hex(index, 40), subject: 'payments: take v1.8.5', landed_at: landed, observed: { not_before: landed, not_after: landed }, source: link(index, 'payments'),
    change_request: fail ? null : `#${index + 100}`, change_request_url: fail ? null : `https://git.example/fleet/pull/${index + 100}`, author: pick(PEOPLE, index),
    approvals: fail ? [] : [{ person: pick(PEOPLE, index + 1), decision: 'approved', commit: hex(index + 1, 40), at: landed }], verdict: 'matched', reason: 'seen to run',
    review: fail ? { verdict: 'fail', reason: 'no-change-request', text: 'No change request landed this commit.' } : { verdict: 'pass', reason: 'approved-by-other', text: 'Another person approved the merged commit before the merge.' },
  };
}

function timeline(app: string, width: number): TimelineReply {
  const label = 210;
  const lanes = CLUSTERS.flatMap(([cluster, environment]) => (['declared', 'observed'] as const).map((kind) => ({ id: `${cluster}-${kind}`, label: kind === 'declared' ? environment : cluster, kind, environment, cluster: kind === 'observed' ? cluster : null, bars: [], gaps: [] })));
  const starts = [0, 0.22, 0.4, 0.62, 0.7, 1];
  const reply: TimelineReply = {
    answer: { app, from: '2026-01-01T00:00:00Z', to: AS_OF, lanes },
    layout: { width, height: 40 + lanes.length * 40, axis_y: 28, label_width: label, plot_right: width, groups: [], ticks: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month, index) => ({ x: label + 30 + ((width - label) / 6) * index, label: month, major: index === 0, at: `2026-0${index + 1}-01T00:00:00Z` })), lanes: [], bars: [], gaps: [] },
  };
  lanes.forEach((lane, index) => {
    const y = 32 + index * 40;
    if (index % 2 === 0) reply.layout.groups.push({ label: lane.label, y, height: 80 });
    reply.layout.lanes.push({ lane: index, title: lane.label, id: lane.id, label: lane.label, sub_label: lane.kind === 'declared' ? 'Git declares' : 'pods run', kind: lane.kind, y, height: 40 });
    starts.slice(0, 5).forEach((start, bar) => {
      const x = label + (width - label) * start + (bar > 0 ? index * 6 : 0);
      const end = label + (width - label) * (starts[bar + 1] ?? 1) + (bar < 4 ? index * 6 : 0);
      const kind = bar === 3 && index > 5 ? 'rollback' : 'upgrade';
      const version = `1.${kind === 'rollback' ? 6 : bar + 5}.0`;
      reply.answer.lanes[index]?.bars.push({ version, image: `registry.example/shop/${app}`, tag: `v${version}`, digest: null, from: '2026-03-02T10:00:00Z', from_not_before: '2026-03-02T09:00:00Z', to: '2026-04-02T10:00:00Z', to_not_after: '2026-04-02T10:00:00Z', open: bar === 4, kind, commit: hex(bar, 40), source_commit: null, change_request: '#12', declared: index === 9 && bar === 4 ? false : true, subject: `${lane.cluster ?? ''}/shop/Deployment/${app}` });
      reply.layout.bars.push({ lane: index, bar, x, y: y + 8, width: Math.max(2, end - x - 1), height: 24, fade_left: lane.kind === 'observed' && bar > 0 ? 8 : 0, fade_right: 0, cut_left: bar === 0, cut_right: bar === 4, hue: bar + (kind === 'rollback' ? -2 : 0), label: version, kind, declared: index === 9 && bar === 4 ? false : true, open: bar === 4, title: `${version} in ${lane.label}` });
    });
    if (index === 9) reply.layout.gaps.push({ lane: index, gap: 0, x: width * 0.7, y: y + 4, width: 60, height: 32, title: 'no snapshot' });
  });
  return reply;
}

const REPLIES: { [C in Command]: (request: Commands[C][0]) => Commands[C][1] } = {
  workspace: () => ({ directory: '/home/reader/.local/share/cairn', version: '0.1.0', now: AS_OF, archive: true, empty: false, environments: ['test', 'staging', 'production'], apps: APPS, first: '2026-01-05T00:00:00Z', last: AS_OF }),
  fleet: () => fleet,
  running: () => ({ as_of: AS_OF, clusters: [], gaps: [], rows: [] }),
  declared: () => ({ as_of: AS_OF, history: true, gaps: [], declarations: [] }),
  where_runs: ({ query }) => ({
    query, as_of: AS_OF, resolved: query.startsWith('zz') ? null : { kind: 'commit', repo: 'payments', commit: hex(54, 40), subject: 'Round prices half to even', author: 'ada', landed_at: '2026-06-12T09:00:00Z', value: null }, also: [],
    running: query.startsWith('zz') ? [] : CLUSTERS.map(([cluster], index) => ({ ...row(`${cluster}/shop/Deployment/payments/payments`), relation: index > 2 ? ('exact' as const) : ('contains' as const), link: 'source' })),
    ran: [], declared: [],
  }),
  trace: ({ subject }) => ({ subject, as_of: AS_OF, strength: 'E1', rows: [row(subject)], links: LINKS }),
  timeline: ({ app, width }) => timeline(app, width ?? 1200),
  changes: () => ({ period: { from: '2026-01-01T00:00:00Z', to: AS_OF }, environment: null, gaps: fleet.gaps, changes: Array.from({ length: 2_000 }, (_, index) => change(index)) }),
  export_report: () => ({ files: ['/home/reader/reports/changes.csv'], changes: 2_000, without_approval: 118 }),
  sources: () => ({
    repositories: [{ name: 'fleet-argocd', location: '/srv/git/fleet-argocd.git', role: 'config', branch: 'main', tip: hex(77, 40), synced_at: AS_OF, commits: 1_204, line: 611, slots: 84, gaps: 1 }],
    clusters: CLUSTERS.map(([name, environment, region], index) => ({ name, uid: hex(index, 32), labels: [['environment', environment], ['region', region]] as [string, string][], snapshots: 180, first_snapshot: '2026-01-05T00:00:00Z', last_snapshot: AS_OF, containers: 31, gaps: index === 4 ? 1 : 0 })),
    change_requests: 240, gaps: fleet.gaps,
  }),
  add_repository: ({ location, name }) => name ?? location,
  import: ({ files, cluster }) => ({
    imported: files.map((file) => ({ file, kind: 'cluster', records: 12, new: true, cluster: cluster ?? null })), failed: [], gaps: [],
  }),
};

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let cancelled = false;

export const fixture: Platform = {
  async ask<C extends Command>(command: C, request: Commands[C][0]): Promise<Commands[C][1]> {
    return REPLIES[command](request);
  },
  async sync(_request, onEvent) {
    cancelled = false;
    for (const stage of ['walk', 'diff', 'blobs', 'write']) {
      for (let done = 0; done <= 10 && !cancelled; done++) {
        onEvent({ source: 'fleet-argocd', stage, done: done * 100, total: stage === 'walk' ? null : 1_000 });
        await sleep(60);
      }
    }
    return { sources: [{ name: 'fleet-argocd', commits: 3, declarations: 2, gaps: 0, error: null }], cancelled };
  },
  async cancelSync() {
    cancelled = true;
  },
};
