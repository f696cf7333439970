import { type Box, WORLD } from '../box.js';
import { RECORDING, SIMULATOR } from '../data-origin.js';

/** Without reports for this long (ms) the image is labeled as out of date. */
const SILENCE_MS = 600_000;

/** The notice for simulated or recorded data; undefined for real data. */
export function originNotice(providers: readonly string[]): string | undefined {
  // A detection is what it was derived from.
  const sources = providers.filter((provider) => provider !== 'detector');
  const origins = [
    [SIMULATOR, 'Simulated data', 'Partly simulated data'],
    [RECORDING, 'Recording, times shifted', 'Partly a recording, times shifted'],
  ] as const;
  const said = origins.flatMap(([provider, all, part]) =>
    sources.includes(provider) ? [sources.every((one) => one === provider) ? all : part] : [],
  );
  return said.length === 0 ? undefined : said.join(' · ');
}

/**
 * The notice of a map; empty when there is nothing to say.
 * @param receivedAt time of the latest report shown (ms); undefined when it does not apply
 */
export function noticeOf(providers: ReadonlySet<string>, receivedAt: number | undefined, now: number): string {
  const made = originNotice([...providers]);
  const isSilent = receivedAt !== undefined && now - receivedAt > SILENCE_MS;
  return [made, isSilent ? 'not up to date' : undefined].filter((part) => part !== undefined).join(' · ');
}

/** `51.5° N 3° E to 52° N 4.25° E`; undefined of all of the Earth. */
export function placeOf(box: Box): string | undefined {
  if (box === WORLD) return undefined;
  const text = (value: number, positive: string, negative: string) =>
    `${Math.abs(Math.round(value * 100) / 100)}° ${value < 0 ? negative : positive}`;
  return `${text(box.south, 'N', 'S')} ${text(box.west, 'E', 'W')} to ${text(box.north, 'N', 'S')} ${text(box.east, 'E', 'W')}`;
}

/** `2026-11-21 14:05 UTC`. */
export const momentOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
