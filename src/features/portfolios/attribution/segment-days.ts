/** A benchmark divided into segments, by day from the first day of the period. */
export interface BenchmarkDays {
  name: string;
  /** The return of each day. */
  returns: Float64Array;
  segments: Map<string, { weights: Float64Array; contributions: Float64Array }>;
}

export function emptyBenchmark(name: string, length: number): BenchmarkDays {
  return { name, returns: new Float64Array(length), segments: new Map() };
}

/** Adds the figures of a part of the benchmark on a day. */
export function addPart(
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
