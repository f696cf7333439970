/** A lease with the processes that can take it and the process that holds it. */
export interface LeaseState {
  key: number;
  candidates: ReadonlySet<string>;
  holder?: string;
}

/**
 * Returns the process that each lease is assigned to. Holders keep their leases up to an even share, so that few leases
 * move; other leases go to the candidates with the fewest. All processes that see the same leases get the same result.
 */
export function sharesOf(leases: readonly LeaseState[]): Map<number, string> {
  const sorted = leases.filter(({ candidates }) => candidates.size > 0).sort((a, b) => a.key - b.key);
  const processes = [...new Set(sorted.flatMap(({ candidates }) => [...candidates]))].sort();
  const evenShare = Math.ceil(sorted.length / Math.max(processes.length, 1));
  const counts = new Map(processes.map((process) => [process, 0]));
  const shares = new Map<number, string>();
  const assign = (key: number, process: string) => {
    shares.set(key, process);
    counts.set(process, countOf(process) + 1);
  };
  const countOf = (process: string) => counts.get(process) ?? 0;
  // Leases with only one candidate are assigned first.
  for (const { key, candidates } of sorted) if (candidates.size === 1) assign(key, [...candidates][0] as string);
  for (const { key, candidates, holder } of sorted)
    if (!shares.has(key) && holder !== undefined && candidates.has(holder) && countOf(holder) < evenShare)
      assign(key, holder);
  for (const { key, candidates } of sorted) {
    if (shares.has(key)) continue;
    const [least] = [...candidates].sort((a, b) => countOf(a) - countOf(b) || (a < b ? -1 : 1));
    assign(key, least as string);
  }
  return shares;
}
