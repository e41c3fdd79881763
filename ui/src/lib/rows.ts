/** The rows of a long list that are on screen, and the space that stands for the others. */
export type RowWindow = { first: number; end: number; before: number; after: number };

/** Returns which of `count` rows of equal height to draw, with a few more on both sides. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number, extra = 8): RowWindow {
  const top = Math.max(0, Math.floor(scrollTop / rowHeight) - extra);
  const first = Math.min(top, Math.max(0, count - 1));
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + extra);
  const last = Math.max(first, end);
  return { first, end: last, before: first * rowHeight, after: Math.max(0, count - last) * rowHeight };
}

/** Groups neighbours of equal key, keeping the order: the order means something and is not ours to change. */
export function runs<T>(items: readonly T[], key: (item: T) => string): { key: string; items: T[] }[] {
  const groups: { key: string; items: T[] }[] = [];
  for (const item of items) {
    const k = key(item);
    const last = groups[groups.length - 1];
    if (last && last.key === k) last.items.push(item);
    else groups.push({ key: k, items: [item] });
  }
  return groups;
}

/** Groups by key, groups and items in the order in which they first appear. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): { key: string; items: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const k = key(item);
    const group = groups.get(k);
    if (group) group.push(item);
    else groups.set(k, [item]);
  }
  return [...groups].map(([k, members]) => ({ key: k, items: members }));
}
