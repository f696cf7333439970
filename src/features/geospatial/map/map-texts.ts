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

/** The time and the sources of an image: `2026-11-21 14:05 UTC · Sources: simulator`. */
export function subtitleOf(now: number, providers: Iterable<string>, ...facts: string[]): string {
  const sources = [...new Set(providers)].filter((provider) => provider !== 'detector').sort();
  const text = sources.length === 0 ? [] : [`${sources.length === 1 ? 'Source' : 'Sources'}: ${sources.join(', ')}`];
  return [momentOf(now), ...facts, ...text].join(' · ');
}

/** The name of an event beside its mark: under a notice that says that all is simulated, without `(simulated)`. */
export const labelOfEvent = (title: string, notice: string): string =>
  notice.startsWith('Simulated data') ? title.replace(/ \(simulated\)$/, '') : title;

/** `2026-11-21 14:05 UTC`. */
const momentOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
