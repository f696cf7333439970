import { bareHeadline } from '../../../text/headline.js';
import { foldedWords } from '../../../text/words.js';
import type { ArticlePlace, ClusterPublisher } from '../news.schema.js';

/** The fields of an article from which the figures of a cluster are computed. */
export interface ClusterMember {
  title: string;
  summary: string | null;
  owner: string;
  tier: ClusterPublisher['tier'];
  provider: string;
  publishedAt: Date;
  language: string | null;
  symbols: readonly string[];
  entities: readonly string[];
  countries: readonly string[];
  places: readonly ArticlePlace[];
}

/** The figures of a cluster. */
export interface ClusterSummary {
  title: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  articles: number;
  reports: ClusterPublisher[];
  independentOwners: number;
  corroboration: number;
  simulated: boolean;
  languages: string[];
  symbols: string[];
  entities: string[];
  countries: string[];
  place: ArticlePlace | null;
}

/** The weight of an owner's independent report, by the tier of its publication. */
export const TIER_WEIGHTS: Readonly<Record<ClusterPublisher['tier'], number>> = { 1: 0.5, 2: 0.4, 3: 0.25, 4: 0.1 };
/**
 * Summaries count as copies only from this number of folded characters on: shorter ones can be equal by chance. The
 * first `COMPARED` characters are compared.
 */
const MIN_COPIED = 60;
const COMPARED = 240;
/** Titles count as copies only from this number of words on. */
const MIN_COPIED_WORDS = 5;
/** Maximum number of values kept in each list, the most frequent first. */
const MAX_VALUES = 30;

/**
 * Computes the figures of a cluster. Its corroboration is 1 − Π (1 − weight) over the owners that report it
 * independently: 0.5 for one news agency, 0.75 for two. An owner whose first article has the same summary as an earlier
 * one of another owner, or the same title where one of them has no summary, publishes a copy, and has the weight 0.
 * @param members at least one
 */
export function summarize(members: readonly ClusterMember[]): ClusterSummary {
  const sorted = members.toSorted(
    (one, other) => one.publishedAt.getTime() - other.publishedAt.getTime() || (one.owner < other.owner ? -1 : 1),
  );
  const reports = reportsOf(sorted);
  const [first, last] = [sorted[0] as ClusterMember, sorted.at(-1) as ClusterMember];
  const places = sorted.flatMap((member) => member.places).toSorted((one, other) => other.confidence - one.confidence);
  return {
    title: first.title,
    firstSeenAt: first.publishedAt,
    lastSeenAt: last.publishedAt,
    articles: sorted.length,
    reports,
    independentOwners: reports.filter(({ isCopy }) => !isCopy).length,
    corroboration: Math.round((1 - reports.reduce((doubt, { weight }) => doubt * (1 - weight), 1)) * 1_000) / 1_000,
    simulated: sorted.every(({ provider }) => provider === 'simulator'),
    languages: mostFrequent(sorted.flatMap(({ language }) => language ?? [])),
    symbols: mostFrequent(sorted.flatMap(({ symbols }) => symbols)),
    entities: mostFrequent(sorted.flatMap(({ entities }) => entities)),
    countries: mostFrequent(sorted.flatMap(({ countries }) => countries)),
    place: places[0] ?? null,
  };
}

function reportsOf(sorted: readonly ClusterMember[]): ClusterPublisher[] {
  const earlier: Wording[] = [];
  return [...Map.groupBy(sorted, ({ owner }) => owner)].map(([owner, own]) => {
    const [first] = own as [ClusterMember, ...ClusterMember[]];
    const wording = wordingOf(first);
    const isCopy = earlier.some((other) => isSameWording(wording, other));
    earlier.push(wording);
    const tier = Math.min(...own.map((member) => member.tier)) as ClusterPublisher['tier'];
    return {
      owner,
      tier,
      articles: own.length,
      firstPublishedAt: first.publishedAt.toISOString(),
      isCopy,
      weight: isCopy ? 0 : TIER_WEIGHTS[tier],
    };
  });
}

/** The words of a report, folded. */
interface Wording {
  title: string;
  /** Summary of the report; empty if it is too short to show that a report is a copy. */
  summary: string;
}

function wordingOf({ title, summary }: ClusterMember): Wording {
  const text = foldedWords(summary ?? '').slice(0, COMPARED);
  return { title: foldedWords(bareHeadline(title)), summary: text.length < MIN_COPIED ? '' : text };
}

/**
 * True if two reports have the same summary; if one has no summary, the same title. Summaries may be cut at different
 * lengths.
 */
function isSameWording(one: Wording, other: Wording): boolean {
  if (one.summary !== '' && other.summary !== '')
    return one.summary.startsWith(other.summary) || other.summary.startsWith(one.summary);
  return one.title === other.title && one.title.split(' ').length >= MIN_COPIED_WORDS;
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .map(([value]) => value)
    .slice(0, MAX_VALUES);
}
