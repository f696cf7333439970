import type { Provenance } from '../../../upstream/provenance.js';

/**
 * Who said a figure made of several, as of the oldest of them. Where a simulator had a part in it, it is the simulator who said it.
 * @returns null for a figure made of none
 */
export function joined(parts: readonly Provenance[]): Provenance | null {
  const [oldest] = parts.toSorted((a, b) => timeOf(a) - timeOf(b));
  if (oldest === undefined) return null;
  const providers = [...new Set(parts.map(({ provider }) => provider))];
  const mixed = providers.length < 2 ? [] : [`Made of what ${providers.join(' and ')} say; the times are those of the oldest part.`];
  return {
    provider: providers.includes('simulator') ? 'simulator' : oldest.provider,
    asOf: oldest.asOf,
    fetchedAt: new Date(Math.min(...parts.map(({ fetchedAt }) => fetchedAt.getTime()))),
    delaySeconds: Math.max(...parts.map(({ delaySeconds }) => delaySeconds)),
    stale: parts.some(({ stale }) => stale),
    warnings: [...new Set([...parts.flatMap(({ warnings }) => warnings), ...mixed])].slice(0, 50),
  };
}

const timeOf = ({ asOf, fetchedAt }: Provenance) => (asOf ?? fetchedAt).getTime();
