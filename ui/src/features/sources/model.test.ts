import { describe, expect, it } from 'vitest';
import { advance, importOf, type Progress } from './model.svelte';

describe('advance', () => {
  it('keeps one line a stage, in the order in which they began', () => {
    const event = (source: string, stage: string, done: number) => ({ source, stage, done, total: 10 });
    let progress: Progress = [];
    for (const next of [event('a', 'walk', 1), event('a', 'walk', 10), event('b', 'walk', 2), event('a', 'diff', 3)]) {
      progress = advance(progress, next);
    }
    expect(progress.map((entry) => [entry.source, ...entry.stages.map((stage) => `${stage.stage} ${stage.done}`)])).toEqual([
      ['a', 'walk 10', 'diff 3'],
      ['b', 'walk 2'],
    ]);
  });
});

describe('importOf', () => {
  it('takes a path a line and leaves out what was not typed', () => {
    const typed = { paths: ' /a.json \n\n/b c.yaml', cluster: ' eu-1 ', environment: 'production', region: ' ' };
    expect(importOf(typed)).toEqual({
      files: ['/a.json', '/b c.yaml'],
      cluster: 'eu-1',
      labels: [['environment', 'production']],
    });
    expect(importOf({ ...typed, cluster: '' }).cluster).toBeUndefined();
  });
});
