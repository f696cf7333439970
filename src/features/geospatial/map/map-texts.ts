import { type Box, WORLD } from '../box.js';

/** Nothing heard for so long (ms): the picture as a whole is not up to date. */
const SILENCE_MS = 600_000;

/** What nobody may overlook; empty when there is nothing to say. @param receivedAt when the latest of what is shown was received (ms); undefined where that says nothing */
export function noticeOf(providers: ReadonlySet<string>, receivedAt: number | undefined, now: number): string {
  const made = providers.has('simulator') ? (providers.size === 1 ? 'simulator – not real data' : 'partly simulator – not all is real data') : undefined;
  const isSilent = receivedAt !== undefined && now - receivedAt > SILENCE_MS;
  return [made, isSilent ? 'not up to date' : undefined].filter((part) => part !== undefined).join(' · ');
}

/** `51.5° N 3° E to 52° N 4.25° E`; undefined of all of the Earth. */
export function placeOf(box: Box): string | undefined {
  if (box === WORLD) return undefined;
  const text = (value: number, positive: string, negative: string) => `${Math.abs(Math.round(value * 100) / 100)}° ${value < 0 ? negative : positive}`;
  return `${text(box.south, 'N', 'S')} ${text(box.west, 'E', 'W')} to ${text(box.north, 'N', 'S')} ${text(box.east, 'E', 'W')}`;
}

/** `2026-11-21 14:05 UTC`. */
export const momentOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
