/** The provider of simulated data. */
export const SIMULATOR = 'simulator';
/** The provider of a recording that is played as if it were now. */
export const RECORDING = 'recording';

/** A record that something was derived from, and who provided it. */
export interface SourceRecord {
  provider: string;
  /** As `entityOf` writes it. */
  record: string;
}

/** Returns sentences for `provenance.warnings` that readers of these providers' data must know. */
export function warningsOf(providers: readonly string[]): string[] {
  const warnings: string[] = [];
  if (providers.includes(SIMULATOR)) warnings.push('Derived from simulated data: nothing of it has happened.');
  if (providers.includes(RECORDING)) warnings.push('From a recording whose times are shifted to now.');
  return warnings;
}

/** Source records as one text, for where only flat values are kept. */
export const writeSources = (sources: readonly SourceRecord[]): string =>
  sources.map(({ provider, record }) => `${provider} ${record}`).join(', ');

/** The opposite of `writeSources`; empty for anything else. */
export function readSources(written: unknown): SourceRecord[] {
  if (typeof written !== 'string' || written === '') return [];
  return written.split(', ').map((one) => {
    const [provider = '', record = ''] = one.split(' ');
    return { provider, record };
  });
}
