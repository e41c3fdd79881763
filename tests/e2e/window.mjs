// Uses the window as a reader does, and compares what it shows with what the command line answers.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Driver, Key, sleep, until } from './webdriver.mjs';

const [cairn, desktop, workspace, out] = process.argv.slice(2);

/** Asks the command line; exit code 1 is an answer, too. */
function ask(...args) {
  try {
    return JSON.parse(execFileSync(cairn, ['--workspace', workspace, '--json', ...args], { maxBuffer: 1 << 28, timeout: 60_000 }));
  } catch (error) {
    if (error.status === 1 && error.stdout?.length) return JSON.parse(error.stdout);
    throw error;
  }
}

let passed = 0;
let failed = 0;
let window;

async function step(name, check) {
  const began = Date.now();
  try {
    await check();
    passed++;
    console.log(`ok   ${name} (${Date.now() - began} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${error.message}`);
    await shot(`failed-${failed}`).catch(() => undefined);
  }
}

async function shot(name) {
  // One frame for what has just changed, and for fonts.
  await sleep(250);
  await window.screenshot(`${out}/${name}.png`);
}

const blur = () => window.run('document.activeElement?.blur()');
const go = (key) => blur().then(() => window.press(Key.escape, Key.escape, 'g', key));
const number = (text) => Number(/\d+/.exec(text)?.[0]);

async function travel(time) {
  await window.click('[data-role=time]');
  await window.type('#time-field', `${time.slice(0, 10)} ${time.slice(11, 19)}${Key.enter}`);
  await window.text('.past');
}

/** Searches and waits until the answer is about what was typed last. */
async function search(query) {
  await blur();
  await window.press('/');
  await window.run('const field = document.querySelector("#search"); field.value = ""; field.dispatchEvent(new Event("input", { bubbles: true }))');
  await window.type('#search', query);
  await until('the answer', () => window.run('return !!document.querySelector("#where .resolved, #where .nothing")'));
  await sleep(250);
}

async function use(last, commit) {
  await step('opens on the fleet', async () => {
    await window.text('h1');
    await until('the matrix', () => window.count('#cell-0-0'));
  });

  await step('the time picker moves every screen', async () => {
    await travel(last);
    const shown = await window.text('.past');
    assert.ok(shown.includes(last.slice(0, 10)), shown);
    await until('rows', () => window.count('#cell-0-0'));
    await shot('fleet');
  });

  await step('the matrix shows a row for each app that runs', async () => {
    const apps = new Set(ask('--at', last, 'running').rows.map((row) => row.app));
    const drawn = await window.count('tbody tr.row');
    assert.ok(drawn >= apps.size, `${drawn} rows for ${apps.size} apps that run`);
  });

  await step('a commit is found as one types, exact and containing rows as on the command line', async () => {
    const answer = ask('--at', last, 'where', commit);
    await search(commit.slice(0, 10));
    for (const relation of ['exact', 'contains']) {
      const expected = answer.running.filter((row) => row.relation === relation).length;
      assert.equal(await window.count(`[data-section=${relation}] .hit`), expected, relation);
    }
    await shot('where');
  });

  await step('an answer opens its chain, link by link', async () => {
    await window.press(Key.enter);
    await window.text('[data-link]');
    const subject = await window.run('return new URLSearchParams(location.hash.split("?")[1]).get("chain")');
    const { links } = ask('--at', last, 'trace', subject);
    assert.equal(await window.count('[data-link]'), links.length);
    assert.equal(await window.count('[data-link].found'), links.filter((link) => link.status === 'found').length);
    const app = await window.run('return document.querySelector("td[aria-selected=true]").closest("tr").querySelector("th").textContent');
    assert.ok(subject.split('/').includes(app.trim()), `the cell of ${subject} is selected, not one of ${app}`);
    await shot('chain');
  });

  await step('the arrows walk the matrix, Enter opens, Escape closes', async () => {
    await go('f');
    await until('no panel', async () => (await window.count('aside')) === 0);
    const [row, column] = await window.run('return document.querySelector("td[aria-selected=true]").id.split("-").slice(1).map(Number)');
    await window.press(Key.down, Key.right);
    await until('the selection', () => window.count(`#cell-${row + 1}-${column + 1}.selected`));
    await window.press(Key.enter);
    await until('a panel', () => window.count('aside'));
    await window.press(Key.escape);
    await until('no panel', async () => (await window.count('aside')) === 0);
  });

  await step('the timeline of the row opens with t and draws bars', async () => {
    await blur();
    await window.press('t');
    await until('bars', async () => (await window.count('g.bar')) > 3);
    await shot('timeline');
  });

  await step('the changes are as many as on the command line', async () => {
    await go('c');
    await until('rows', () => window.count('.row[role=row]'));
    const quarter = new Date(Date.parse(last) - 92 * 86_400_000).toISOString();
    const { changes } = ask('--at', last, 'changes', '--from', quarter);
    assert.equal(number(await window.text('.line')), changes.length);
    await shot('changes');
    await window.press(Key.down, Key.enter);
    await window.text('aside .review');
    await shot('change');
  });

  await step('an export writes files and says which', async () => {
    await go('c');
    await window.run('document.querySelector(".tools > .button").click()');
    await window.run('document.querySelector("dialog .primary").click()');
    await until('files', () => window.count('dialog .done li'));
    await shot('export');
    await window.press(Key.escape);
    await until('no dialog', async () => (await window.count('dialog')) === 0);
  });

  await step('a sync runs to its end', async () => {
    await go('s');
    await until('the button', () => window.count('[data-role=sync]:not(:disabled)'));
    await window.click('[data-role=sync]');
    await until('the end', () => window.count('.sync[role=status] ul li'), 60_000);
    await shot('sources');
  });

  await step('files are added, and one that cannot be read says why', async () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: 'added' } };
    writeFileSync(`${workspace}/added.json`, JSON.stringify(namespace));
    writeFileSync(`${workspace}/cut.json`, '{"apiVersion": "v1", "kind": "Li');
    await window.click('[data-role=add]');
    await window.run(`const fill = (field, text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };
      const form = document.querySelector('dialog form');
      fill(form.querySelector('textarea'), ${JSON.stringify(`${workspace}/added.json\n${workspace}/cut.json`)});
      fill(form.querySelectorAll('input.field')[0], 'added');
      form.querySelector('.primary').click();`);
    await until('an answer', () => window.count('dialog .done li'));
    await shot('add');
    assert.ok((await window.text('dialog .done')).includes('cut.json'), 'the file that failed is named');
    assert.ok(ask('sources').clusters.some((cluster) => cluster.name === 'added'), 'the cluster is known');
    await window.press(Key.escape);
  });

  await step('another language and the dark theme', async () => {
    await go('f');
    await window.run('localStorage.setItem("cairn.language", "zh-CN"); localStorage.setItem("cairn.theme", "dark"); location.reload()');
    await until('Chinese', () => window.run('return document.documentElement.lang === "zh-CN" && document.documentElement.dataset.theme === "dark"'));
    await until('the matrix', () => window.count('#cell-0-0'));
    await shot('fleet-dark-zh');
    await search(commit.slice(0, 10));
    await window.press(Key.enter);
    await window.text('[data-link]');
    await shot('chain-dark-zh');
  });
}

const driver = await Driver.start();
try {
  window = await driver.open(desktop, ['--workspace', workspace]);
  await window.run('localStorage.clear(); localStorage.setItem("cairn.language", "en"); localStorage.setItem("cairn.theme", "light"); location.reload()');
  await sleep(300);
  const { clusters } = ask('sources');
  const last = clusters.map((cluster) => cluster.last_snapshot).filter(Boolean).sort().at(-1);
  const row = ask('--at', last, 'running').rows.find((candidate) => candidate.source);
  assert.ok(last && row, 'the workspace has a snapshot, and a container with a known source commit');
  await use(last, row.source.commit);
} finally {
  await window?.close();
  driver.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
