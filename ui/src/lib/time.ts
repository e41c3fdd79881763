// Times come as RFC 3339 UTC and are shown as UTC: an auditor in another zone must read the same.

const DAY_MS = 86_400_000;

/** Returns `2026-03-01 12:30` (UTC); with `seconds`, to the second. Text that is no time comes back as it is. */
export function shortTime(time: string, seconds = false): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?/.exec(time);
  if (!match) return time;
  return `${match[1]} ${match[2]}${seconds ? (match[3] ?? '') : ''}`;
}

/** Returns `2026-03-01`. */
export function day(time: string): string {
  return time.slice(0, 10);
}

/** The largest unit that fits, and how many of it. */
export type Span = { n: number; unit: 's' | 'min' | 'h' | 'd' };

/** Returns an age in one unit, rounded down: 0 to 59 s, min, 0 to 47 h, then days. */
export function span(seconds: number): Span {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return { n: s, unit: 's' };
  if (s < 3_600) return { n: Math.floor(s / 60), unit: 'min' };
  if (s < 172_800) return { n: Math.floor(s / 3_600), unit: 'h' };
  return { n: Math.floor(s / 86_400), unit: 'd' };
}

/**
 * Reads what a person types as a time in UTC: `2026-03-01`, `2026-03-01 12:30`, or RFC 3339.
 * Returns it as RFC 3339, or `undefined` if it is no time.
 */
export function readTime(text: string): string | undefined {
  const loose = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*$/.exec(text);
  if (loose) {
    const [year, month, date, hour, minute, second] = loose.slice(1).map((part) => Number(part ?? 0));
    const time = new Date(Date.UTC(year!, month! - 1, date!, hour!, minute!, second!));
    const same =
      time.getUTCMonth() === month! - 1 && time.getUTCDate() === date && time.getUTCHours() === hour && minute! < 60;
    return same ? iso(time) : undefined;
  }
  if (!/^\s*\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)\s*$/i.test(text)) return undefined;
  const time = new Date(text.trim());
  return Number.isNaN(time.getTime()) ? undefined : iso(time);
}

/** Returns the time that is `days` days after `time`. */
export function addDays(time: string, days: number): string {
  return iso(new Date(Date.parse(time) + days * DAY_MS));
}

/** Returns the time as RFC 3339 to the second. */
export function iso(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
