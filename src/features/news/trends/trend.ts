/** The kinds of subjects of a trend. */
export const trendKinds = ['term', 'symbol', 'country', 'place', 'entity'] as const;
export type TrendKind = (typeof trendKinds)[number];

/** The number of occurrences of a name or word in a window and before it. */
export interface TrendCount {
  kind: TrendKind;
  value: string;
  /** Articles in the window. */
  articles: number;
  /** Owners of publications in the window. */
  owners: number;
  /** Articles in the baseline. */
  baselineArticles: number;
}

/** A name or word that occurs more often than before. */
export interface Trend extends TrendCount {
  /** Articles expected in the window by the baseline. */
  expected: number;
  score: number;
}

/** The baseline is at most this number of windows before the window. */
export const BASELINE_WINDOWS = 7;
/** Below these a trend is chance or one publisher's series. */
export const MIN_ARTICLES = 3;
export const MIN_OWNERS = 2;
/** Number of standard deviations above the expected value. */
const MIN_SCORE = 2;

/**
 * The trends among counts, the strongest first: those whose number of articles exceeds the expected one by at least two
 * standard deviations of a Poisson distribution, (articles − expected) / √(expected + 1).
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
