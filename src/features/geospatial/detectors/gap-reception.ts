import { MINUTE_MS } from '../../../time/durations.js';
import { rounded } from './detector.js';

/** An area is in coverage if another vessel was received there within this time (ms). */
export const COVERAGE_MS = 10 * MINUTE_MS;

/**
 * Reception at the last position of a silent vessel: other vessels are received there; they are, but the source of the
 * vessel is silent everywhere; no vessel is received there; no source receives any vessel.
 */
export type Reception = 'received' | 'source_silent' | 'cell_silent' | 'all_silent';

/**
 * Returns the details of how long no vessel was received at the last position of a vessel.
 * @param seconds the time before the current silence. @param since start of the current silence; empty without one
 */
export function silence(reception: Reception, now: number, seconds: number, since: unknown) {
  const isSilent = reception === 'all_silent' || reception === 'cell_silent';
  const startedAt = typeof since === 'string' && since !== '' ? Date.parse(since) : undefined;
  if (isSilent)
    return {
      receptionSilentSeconds: seconds,
      receptionSilentSince: new Date(startedAt ?? now - COVERAGE_MS).toISOString(),
    };
  const ended = startedAt === undefined ? 0 : rounded((now - startedAt) / 1000);
  return { receptionSilentSeconds: seconds + Math.max(0, ended), receptionSilentSince: '' };
}

export function receptionText(reception: Reception, provider: string): string {
  if (reception === 'received')
    return 'Other vessels are received there, so that the sources do not explain the silence.';
  if (reception === 'source_silent')
    return (
      `The source that received the vessel (${provider}) receives no vessel at all; another source still receives ` +
      'vessels there. The silence may be that of the source.'
    );
  if (reception === 'all_silent')
    return 'All sources are silent: no vessel is received anywhere, so that the vessel may report without being received.';
  return 'No vessel is received there any more, so that the vessel may report without being received.';
}
