import { DERIVED_FROM_SIMULATED } from '../../simulation/simulated-notice.js';

/** The provider of simulated data. */
export const SIMULATOR = 'simulator';
/** The provider of a recording that is replayed with its times shifted to now. */
export const RECORDING = 'recording';

/** A record from which other data were derived, with its provider. */
export interface SourceRecord {
  provider: string;
  /** The entity of the record in the form of `entityOf`, such as `vessel:219024336`. */
  record: string;
}

/** Returns warnings for `provenance.warnings` if any of the providers is the simulator or a recording. */
export function warningsOf(providers: readonly string[]): string[] {
  const warnings: string[] = [];
  if (providers.includes(SIMULATOR)) warnings.push(DERIVED_FROM_SIMULATED);
  if (providers.includes(RECORDING)) warnings.push('From a recording whose times are shifted to now.');
  return warnings;
}

/** Formats source records as one text, for places that keep only flat values. */
export const writeSources = (sources: readonly SourceRecord[]): string =>
  sources.map(({ provider, record }) => `${provider} ${record}`).join(', ');

/** Parses the text of `writeSources`; returns an empty list for any other value. */
export function readSources(written: unknown): SourceRecord[] {
  if (typeof written !== 'string' || written === '') return [];
  return written.split(', ').map((one) => {
    const [provider = '', record = ''] = one.split(' ');
    return { provider, record };
  });
}
