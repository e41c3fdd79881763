import { ask } from '../../lib/api/client';
import type { FleetAnswer } from '../../lib/api/generated/FleetAnswer';
import type { FleetCell } from '../../lib/api/generated/FleetCell';
import type { FleetRow } from '../../lib/api/generated/FleetRow';
import { Resource } from '../../lib/resource.svelte';

export type CellVerdict = NonNullable<FleetCell['verdict']>;

/** The matrix, what of it is shown, and which cell is selected. */
export class FleetModel {
  readonly answer = new Resource<FleetAnswer>();
  filter = $state('');
  verdict = $state<CellVerdict | undefined>();
  row = $state(0);
  column = $state(0);

  /** The rows that pass both filters, in the order of the answer. */
  readonly rows = $derived.by(() => {
    const rows = this.answer.value?.rows ?? [];
    const text = this.filter.trim().toLowerCase();
    return rows.filter((row) => passes(row, text, this.verdict));
  });

  load(at: string | undefined): void {
    void this.answer.load(() => ask('fleet', { at }));
  }

  get selected(): FleetCell | undefined {
    return this.rows[this.row]?.cells[this.column];
  }

  select(row: number, column: number): void {
    this.row = clamp(row, this.rows.length);
    this.column = clamp(column, this.answer.value?.columns.length ?? 0);
  }

  /** Selects the cell that a container stands in, if one is shown. */
  selectSubject(subject: string): void {
    for (const [row, { cells }] of this.rows.entries()) {
      const column = cells.findIndex((cell) => cell.versions.some((version) => version.subject === subject));
      if (column >= 0) return this.select(row, column);
    }
  }

  /** Moves the selection by an arrow key; returns whether the key was one. */
  move(key: string): boolean {
    const step = STEPS[key];
    if (!step) return false;
    this.select(this.row + step[0], this.column + step[1]);
    return true;
  }
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** Returns whether the app's name, or a version, tag or commit that it runs, has the text, and a cell the verdict. */
export function passes(row: FleetRow, text: string, verdict: CellVerdict | undefined): boolean {
  if (verdict && !row.cells.some((cell) => cell.verdict === verdict)) return false;
  if (!text || row.app.toLowerCase().includes(text)) return true;
  return row.cells.some((cell) =>
    cell.versions.some(
      (version) =>
        version.version.toLowerCase().includes(text) ||
        version.tag?.toLowerCase().includes(text) ||
        version.source?.commit.startsWith(text),
    ),
  );
}

/** Returns the subjects of a cell, each once: a rollout runs two images under one. */
export function subjects(cell: FleetCell): string[] {
  return [...new Set(cell.versions.map((version) => version.subject))];
}
