import { formatDay } from '../../../charts/time-axis.js';
import { RECORDING, SIMULATOR } from '../data-origin.js';

/** Time without reports (ms) after which the image is labeled as out of date. */
const SILENCE_MS = 600_000;

/** Returns the notice for simulated or recorded data; undefined for real data. */
export function originNotice(providers: readonly string[]): string | undefined {
  // The detector is skipped, since its detections have the origin of the reports from which they are derived.
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
 * Returns the notice of a map; an empty text without a notice.
 * @param receivedAt time of the latest report shown (ms); undefined if the map shows no reports
 */
export function noticeOf(providers: ReadonlySet<string>, receivedAt: number | undefined, now: number): string {
  const made = originNotice([...providers]);
  const isSilent = receivedAt !== undefined && now - receivedAt > SILENCE_MS;
  return [made, isSilent ? 'not up to date' : undefined].filter((part) => part !== undefined).join(' · ');
}

/** Returns the time and the sources of an image: `21 Nov 2026 14:05 UTC · Sources: simulator`. */
export function subtitleOf(now: number, providers: Iterable<string>, ...facts: string[]): string {
  const sources = [...new Set(providers)].filter((provider) => provider !== 'detector').sort();
  const text = sources.length === 0 ? [] : [`${sources.length === 1 ? 'Source' : 'Sources'}: ${sources.join(', ')}`];
  return [momentOf(now), ...facts, ...text].join(' · ');
}

/** Returns the label of an event. Under a notice that all data are simulated, `(simulated)` is removed. */
export const labelOfEvent = (title: string, notice: string): string =>
  notice.startsWith('Simulated data') ? title.replace(/ \(simulated\)$/, '') : title;

/** Formats a time (ms) as `21 Nov 2026 14:05 UTC`. */
const momentOf = (time: number): string =>
  `${formatDay(new Date(time))} ${new Date(time).toISOString().slice(11, 16)} UTC`;
