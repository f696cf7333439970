/** The kinds of subjects of a trend. */
export const trendKinds = ['term', 'symbol', 'country', 'place', 'entity'] as const;
export type TrendKind = (typeof trendKinds)[number];

/** The numbers of articles with a name or word in a window and before it. */
export interface TrendCount {
  kind: TrendKind;
  value: string;
  /** Number of articles in the window. */
  articles: number;
  /** Number of owners of publications in the window. */
  owners: number;
  /** Number of articles in the baseline. */
  baselineArticles: number;
}

/** A name or word that occurs in more articles than before. */
export interface Trend extends TrendCount {
  /** Number of articles expected in the window, from the baseline. */
  expected: number;
  score: number;
}

/** Maximum length of the baseline, in windows. */
export const BASELINE_WINDOWS = 7;
/** Minimum numbers for a trend; smaller ones are chance, or the series of one publisher. */
export const MIN_ARTICLES = 3;
export const MIN_OWNERS = 2;
/** Minimum score: number of standard deviations above the expected value. */
const MIN_SCORE = 2;

/**
 * Returns the trends among counts, the strongest first: subjects whose number of articles exceeds the expected one by
 * at least two standard deviations of a Poisson distribution, (articles − expected) / √(expected + 1).
 * @param windows length of the baseline in windows; below 1 there are no trends
 */
export function trendsOf(counts: readonly TrendCount[], windows: number): Trend[] {
  if (windows < 1) return [];
  return counts
    .map((count) => {
      const expected = count.baselineArticles / windows;
      return {
        ...count,
        expected: rounded(expected),
        score: rounded((count.articles - expected) / Math.sqrt(expected + 1)),
      };
    })
    .filter(({ articles, owners, score }) => articles >= MIN_ARTICLES && owners >= MIN_OWNERS && score >= MIN_SCORE)
    .sort(
      (one, other) => other.score - one.score || other.articles - one.articles || (one.value < other.value ? -1 : 1),
    );
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
