import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { GeoEventReport } from '../geo-event.js';

/** The reports read from a response of a source. */
export interface ReadReports {
  reports: GeoEventReport[];
  /** Number of records skipped because they do not have the documented format. */
  skipped: number;
  /** Keys of the skipped records whose key is readable. */
  skippedKeys: string[];
  /** Number of valid records that are not used. */
  unused?: number;
}

/**
 * Reads records individually, so that an invalid record does not affect the others.
 * @param read returns undefined for a valid record that is not used
 * @param keyOf returns the key of an invalid record; null if it is unreadable
 * @throws UpstreamError `bad_answer` when every record is invalid
 */
export function readAll(
  all: readonly unknown[],
  read: (one: unknown) => GeoEventReport | undefined,
  keyOf: (one: unknown) => string | null = () => null,
): ReadReports {
  const reports: GeoEventReport[] = [];
  const skippedKeys: string[] = [];
  let skipped = 0;
  for (const one of all) {
    try {
      const report = read(one);
      if (report !== undefined) reports.push(report);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      skipped += 1;
      const key = keyOf(one);
      if (key !== null) skippedKeys.push(key);
    }
  }
  if (skipped > 0 && skipped === all.length) throw badAnswer('No record of the answer has the documented form.');
  return { reports, skipped, skippedKeys };
}

/**
 * Returns the keys of all events in a response, including keys of invalid records.
 * @returns undefined if a record has no readable key, because missing events then cannot be determined
 */
export function listedKeys({ reports, skipped, skippedKeys }: ReadReports): ReadonlySet<string> | undefined {
  return skipped === skippedKeys.length ? new Set([...reports.map(({ key }) => key), ...skippedKeys]) : undefined;
}
