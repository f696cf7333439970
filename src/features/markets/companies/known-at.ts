import { DAY_MS } from '../../../time/durations.js';

/** Returns the moment of `knownAt`: a day counts to its end. */
export function momentOf(knownAt: string | undefined): Date | undefined {
  if (knownAt === undefined) return undefined;
  const time = Date.parse(knownAt);
  return new Date(knownAt.length === 10 ? time + DAY_MS - 1 : time);
}
