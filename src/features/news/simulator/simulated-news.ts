import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { ParsedArticle } from '../article.js';
import type { Happening } from './happening.js';
import { reportText } from './headlines.js';
import { MAX_DELAY_MINUTES, type Outlet, outlets } from './outlets.js';

/** Where happenings come from. */
export interface HappeningSource {
  /** Returns the happenings in `(from, to]` (ms). */
  between(from: number, to: number): Happening[];
}

/**
 * At least this fraction of the outlets reports anything; the fraction grows with the square of the weight, so that few
 * happenings are reported widely.
 */
const MIN_SHARE = 0.1;

/**
 * The articles that the outlets publish in `(from, to]` (ms) about incidents. They depend on the seed and the times
 * alone.
 */
export function simulatedNews(
  seed: number,
  sources: readonly HappeningSource[],
  from: number,
  to: number,
): ParsedArticle[] {
  const earliest = from - MAX_DELAY_MINUTES * MINUTE_MS;
  const articles = sources
    .flatMap((source) => source.between(earliest, to))
    .flatMap((happening) => reportsOf(seed, happening));
  return articles
    .filter(({ publishedAt }) => publishedAt.getTime() > from && publishedAt.getTime() <= to)
    .sort((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime());
}

function reportsOf(seed: number, happening: Happening): ParsedArticle[] {
  return outlets.flatMap((outlet, index) => {
    const key = keyOf(seed, `${happening.key} ${outlet.name}`);
    // The agency reports everything.
    const reports = index === 0 || unit(key, 0) < MIN_SHARE + (1 - MIN_SHARE) * happening.weight ** 2;
    return reports ? [reportOf(happening, outlet, key)] : [];
  });
}

function reportOf(
  { key: name, at, topic, values, symbols, position }: Happening,
  outlet: Outlet,
  key: number,
): ParsedArticle {
  const { title, summary } = reportText(topic, outlet, mix(key, 1), values);
  const [min, max] = outlet.delay;
  return {
    externalId: `${name} ${outlet.name}`,
    url: null,
    title,
    summary: `${summary} (Simulated.)`,
    text: null,
    author: null,
    publishedAt: new Date(at + Math.round((min + (max - min) * unit(key, 2)) * MINUTE_MS)),
    declaredLanguage: outlet.language,
    sourceName: outlet.name,
    owner: outlet.owner,
    tier: outlet.tier,
    sourceCountry: outlet.country,
    sourceSymbols: symbols,
    position,
    providerSentiment: null,
  };
}
