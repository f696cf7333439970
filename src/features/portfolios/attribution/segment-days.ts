/** A segment, and the fraction of a holding that belongs to it. */
export interface SegmentFraction {
  segment: string;
  fraction: number;
}

/** Returns the segments of a symbol, or of cash (null); the fractions sum to 1. */
export type SegmentsOf = (symbol: string | null) => readonly SegmentFraction[];

/** A benchmark divided into segments. Arrays have one entry per day, from the first day of the period. */
export interface BenchmarkDays {
  name: string;
  /** The return of the benchmark on each day, as a fraction. */
  returns: Float64Array;
  segments: Map<string, { weights: Float64Array; contributions: Float64Array }>;
}

export function emptyBenchmark(name: string, length: number): BenchmarkDays {
  return { name, returns: new Float64Array(length), segments: new Map() };
}

/** Adds a component to each of its segments, by their fractions. @param at index of the day */
export function addParts(
  days: BenchmarkDays,
  at: number,
  segments: readonly SegmentFraction[],
  weight: number,
  contribution: number,
): void {
  for (const { segment, fraction } of segments) addPart(days, at, segment, weight * fraction, contribution * fraction);
}

/** Adds a component's weight and contribution on a day to its segment. @param at index of the day */
function addPart(
  { returns, segments }: BenchmarkDays,
  at: number,
  segment: string,
  weight: number,
  contribution: number,
): void {
  let own = segments.get(segment);
  if (own === undefined) {
    own = { weights: new Float64Array(returns.length), contributions: new Float64Array(returns.length) };
    segments.set(segment, own);
  }
  own.weights[at] = (own.weights[at] as number) + weight;
  own.contributions[at] = (own.contributions[at] as number) + contribution;
  returns[at] = (returns[at] as number) + contribution;
}
