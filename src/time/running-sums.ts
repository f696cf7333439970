/** Returns the sums of all numbers before each index; `sumBetween` reads the sum of any range from them. */
export function runningSums(of: Uint8Array | Uint32Array): Uint32Array {
  const sums = new Uint32Array(of.length + 1);
  for (const [at, value] of of.entries()) sums[at + 1] = (sums[at] as number) + value;
  return sums;
}

/** Returns the sum of the numbers from the index `from` to before `to`. */
export const sumBetween = (sums: Uint32Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);
