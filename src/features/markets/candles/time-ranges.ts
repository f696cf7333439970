/** A range of time in ms since the epoch; `to` is exclusive. Lists of ranges are ascending and do not overlap. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Returns the parts of a range that none of the others covers. */
export function subtract({ from, to }: TimeRange, covered: readonly TimeRange[]): TimeRange[] {
  const left: TimeRange[] = [];
  let at = from;
  for (const range of covered) {
    if (range.to <= at) continue;
    if (range.from >= to) break;
    if (range.from > at) left.push({ from: at, to: range.from });
    at = Math.max(at, range.to);
  }
  if (at < to) left.push({ from: at, to });
  return left;
}

/** Joins ranges that touch or overlap. @param ranges in any order */
export function union(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    if (range.to <= range.from) continue;
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}

/** Joins nearby ranges, with the holes between them, up to a length of `maxLength`, and splits longer ones. */
export function chunked(ranges: readonly TimeRange[], maxLength: number): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && range.to - last.from <= maxLength) last.to = range.to;
    else joined.push({ ...range });
  }
  return joined.flatMap(({ from, to }) => {
    const parts: TimeRange[] = [];
    for (let at = from; at < to; at += maxLength) parts.push({ from: at, to: Math.min(at + maxLength, to) });
    return parts;
  });
}
