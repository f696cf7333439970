import type { TextClause } from '../../search/search-query.js';
import type { SearchCandidate } from '../../search/search-source.js';
import { containsText } from '../../search/text-match.js';
import { wordsOf } from '../../text/words.js';
import { DAY_MS } from '../../time/durations.js';
import type { AnsweredSource } from './source-answers.service.js';

/** A candidate of any source, with its score among all results. */
export interface FusedResult extends SearchCandidate {
  type: string;
  /** Score; higher for better matches. Comparable only within one response. */
  score: number;
}

/**
 * Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR
 * 2009).
 */
const K = 60;
/** Boosts for a title that has exactly the words of the query, and for one that contains them all. */
const SAME_TITLE = 1.5;
const TITLE_WITH_ALL = 1.2;
/** Closeness from which on the words of the query are the whole name of a candidate. */
const NAMED = 1.5;
/**
 * Added to the score of results that match filters read from the words of the query, or whose name is these words, so
 * that they precede results that merely contain the words.
 */
const MEANT = 10;
/** Factor for matches that differ from the words by typing errors. */
const SIMILAR = 0.5;
/** Added to the boost of a result that has just happened; halves every `HALF_LIFE_MS`. */
const RECENCY = 0.25;
const HALF_LIFE_MS = 7 * DAY_MS;
/** Added to the boost for each level of severity above 1. */
const SEVERITY = 0.05;

/**
 * Merges the candidates of all sources, whose own scores are not comparable: score = boosts × 61 / (61 + index in its
 * source), so that a first place has its boosts as score. Identified candidates come first; then candidates that match
 * filters read from the words and, if there are such matches, candidates whose name is the words. Candidates of sources
 * that rank last come after all others. Ties are ordered by time, latest first, then by type and id.
 */
export function fuse(
  answered: readonly AnsweredSource[],
  terms: readonly TextClause[],
  now: number,
  limit: number,
): FusedResult[] {
  const found = new Map<string, FusedResult>();
  const hasMeaning = answered.some(({ isMeant }) => isMeant);
  for (const { source, answer, tolerance, isMeant } of answered) {
    for (const [index, candidate] of answer.candidates.entries()) {
      const key = `${source.type} ${candidate.id}`;
      const known = found.get(key);
      // An exact match is not counted a second time as a similar one.
      if (known !== undefined && tolerance === 'similar') continue;
      const boost = candidate.closeness ?? titleBoost(candidate.title, terms);
      const closeness = tolerance === 'similar' ? SIMILAR * boost : boost;
      const isFirst = isMeant === true || (hasMeaning && tolerance === 'exact' && boost >= NAMED);
      const place = (closeness * timeliness(candidate, now) * (K + 1)) / (K + 1 + index);
      const score = Math.max(known?.score ?? 0, place + (isFirst ? MEANT : 0));
      const isIdentified = candidate.isIdentified === true || known?.isIdentified === true;
      found.set(key, { ...candidate, type: source.type, isIdentified, score });
    }
  }
  const records = new Set(answered.flatMap(({ source }) => (source.isRecord ? [source.type] : [])));
  const results = [...found.values()];
  const originals = new Set(results.flatMap((result) => (records.has(result.type) ? [] : [occasionOf(result)])));
  const isOriginal = (result: FusedResult) => !records.has(result.type) || !originals.has(occasionOf(result));
  const lastTypes = new Set(answered.flatMap(({ source }) => (source.ranksLast ? [source.type] : [])));
  const isLast = ({ type }: FusedResult) => Number(lastTypes.has(type));
  const byPlace = (one: FusedResult, other: FusedResult) => isLast(one) - isLast(other) || byRank(one, other);
  return results.filter(isOriginal).sort(byPlace).slice(0, limit);
}

const occasionOf = ({ title, time }: SearchCandidate): string => `${time?.getTime()} ${title}`;

function byRank(one: FusedResult, other: FusedResult): number {
  const identified = Number(other.isIdentified ?? false) - Number(one.isIdentified ?? false);
  const later = (other.time?.getTime() ?? 0) - (one.time?.getTime() ?? 0);
  return (
    identified ||
    other.score - one.score ||
    later ||
    (one.type < other.type ? -1 : one.type > other.type ? 1 : one.id < other.id ? -1 : 1)
  );
}

function titleBoost(title: string, terms: readonly TextClause[]): number {
  if (terms.length === 0) return 1;
  const words = wordsOf(title).map(({ folded }) => folded);
  if (!terms.every((term) => containsText(words, term, 'exact') || containsText(words, singular(term), 'exact')))
    return 1;
  const wanted = terms.flatMap(({ text }) => wordsOf(text).map((word) => word.folded));
  return wanted.length === words.length && wanted.every((word) => words.includes(word)) ? SAME_TITLE : TITLE_WITH_ALL;
}

/** Returns a word without the `s` of a plural: a title about one hurricane matches `hurricanes`. */
const singular = (term: TextClause): TextClause =>
  /^\p{L}{4,}s$/u.test(term.text) && !term.isQuoted ? { ...term, text: term.text.slice(0, -1), isPrefix: false } : term;

function timeliness({ time, severity }: SearchCandidate, now: number): number {
  const recency = time == null ? 0 : RECENCY * 2 ** (-Math.max(0, now - time.getTime()) / HALF_LIFE_MS);
  return 1 + recency + (severity == null ? 0 : SEVERITY * (severity - 1));
}
