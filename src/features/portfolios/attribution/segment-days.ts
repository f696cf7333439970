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

/** Adds a component's weight and contribution on a day to its segment. @param at index of the day */
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
