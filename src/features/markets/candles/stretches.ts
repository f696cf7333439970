/** Stretches of time in ms since the epoch, `to` not included. Lists of them are ascending and apart from each other. */
export interface Span {
  from: number;
  to: number;
}

/** What of a stretch is in none of the others. */
export function without({ from, to }: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = from;
  for (const span of taken) {
    if (span.to <= at) continue;
    if (span.from >= to) break;
    if (span.from > at) left.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  if (at < to) left.push({ from: at, to });
  return left;
}

/** Those that touch or overlap become one. @param spans in any order */
export function united(spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.to <= span.from) continue;
    const last = whole.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else whole.push({ ...span });
  }
  return whole;
}

/** Those close together become one, holes included, as long as it is no longer than `most`; then everything is cut into parts of at most `most`. */
export function inPieces(spans: readonly Span[], most: number): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.to - last.from <= most) last.to = span.to;
    else joined.push({ ...span });
  }
  return joined.flatMap(({ from, to }) => {
    const parts: Span[] = [];
    for (let at = from; at < to; at += most) parts.push({ from: at, to: Math.min(at + most, to) });
    return parts;
  });
}
