import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { ParsedArticle } from '../article.js';
import type { Happening } from './happening.js';
import { reportText } from './headlines.js';
import { MAX_DELAY_MINUTES, type Outlet, outlets } from './outlets.js';

/** Finds the incidents of one part of the simulated world. */
export interface HappeningSource {
  /** Returns the incidents in `(from, to]` (ms). */
  between(from: number, to: number): Happening[];
}

/**
 * Minimum fraction of the outlets that report an incident. The fraction grows with the square of the weight, so that
 * few incidents are reported widely.
 */
const MIN_SHARE = 0.1;

/**
 * Returns the articles that the outlets publish in `(from, to]` (ms) about incidents, earliest first. The same seed,
 * sources and times give the same articles.
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
    // The first outlet, a news agency, reports every incident.
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
