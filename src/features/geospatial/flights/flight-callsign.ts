import type { CallsignReport } from '../history/objects/callsign.repository.js';

/**
 * Returns the callsign that an aircraft reported for the longest part of a flight: crews change it some minutes before
 * or after.
 * @param reports of the aircraft, oldest first
 * @param from time of the first position in flight (ms)
 * @param to time of the last one (ms)
 * @returns undefined if the callsign is unknown, or the aircraft reported none for the longest part
 */
export function callsignDuring(reports: readonly CallsignReport[], from: number, to: number): string | undefined {
  let longest = 0;
  let found = '';
  for (const [at, { since, callsign }] of reports.entries()) {
    const until = reports[at + 1]?.since ?? Number.POSITIVE_INFINITY;
    const part = Math.min(until, to) - Math.max(since, from);
    if (part <= longest) continue;
    longest = part;
    found = callsign;
  }
  return found === '' ? undefined : found;
}
