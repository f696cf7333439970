import type { Provenance } from '../../../upstream/provenance.js';

/** Joins the provenance of several parts: as of the oldest; simulated if any part is. @returns null without parts */
export function joined(parts: readonly Provenance[]): Provenance | null {
  const [oldest] = parts.toSorted((a, b) => timeOf(a) - timeOf(b));
  if (oldest === undefined) return null;
  const providers = [...new Set(parts.map(({ provider }) => provider))];
  const mixed = providers.length < 2 ? [] : [`Calculated from data of ${providers.join(' and ')}; the times are those of the oldest part.`];
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
