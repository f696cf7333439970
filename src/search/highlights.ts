import { type Word, wordsOf } from '../text/words.js';
import type { TextClause } from './search-query.js';
import { containsText, foldedWordsOf } from './text-match.js';
import { errorsIn } from './typing-errors.js';

/** A part of a text by UTF-16 code units; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Approximate length of a snippet in characters. */
const SNIPPET_LENGTH = 200;
/** Maximum number of characters before the first match in a snippet. */
const LEAD = 60;
const MAX_RANGES = 50;

/** Returns the ranges of a text that match a query, in order and without overlaps. */
export function highlightsIn(text: string, terms: readonly TextClause[]): TextRange[] {
  const words = wordsOf(text);
  const marked = new Set<number>();
  for (const term of terms) for (const index of placesOf(words, term)) marked.add(index);
  const ranges: TextRange[] = [];
  for (const index of [...marked].sort((one, other) => one - other)) {
    const { start, end } = words[index] as Word;
    ranges.push({ start, end });
    if (ranges.length === MAX_RANGES) break;
  }
  return ranges;
}

/** Returns the indexes of the words that a term matches; of a phrase, the words of each complete occurrence. */
function placesOf(words: readonly Word[], term: TextClause): number[] {
  const wanted = foldedWordsOf(term.text);
  const texts = words.map(({ folded }) => folded);
  const starts = texts.flatMap((_, at) =>
    containsText(texts.slice(at, at + wanted.length), term, 'exact') ? [at] : [],
  );
  if (starts.length > 0) return starts.flatMap((at) => wanted.map((_, index) => at + index));
  if (term.isQuoted) return [];
  const isClose = (text: string) =>
    wanted.some((word) => errorsIn(text, word, term.isPrefix, term.isLenient) !== undefined);
  return texts.flatMap((text, at) => (isClose(text) ? [at] : []));
}

/**
 * Returns the part of a text around its first match, or its beginning; it is cut between words, with `…` where text is
 * left out.
 */
export function snippetOf(text: string, terms: readonly TextClause[]): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= SNIPPET_LENGTH) return plain;
  const [first] = highlightsIn(plain, terms);
  const from = first === undefined || first.start <= LEAD ? 0 : plain.indexOf(' ', first.start - LEAD) + 1;
  const end =
    from + SNIPPET_LENGTH >= plain.length
      ? plain.length
      : Math.max(plain.lastIndexOf(' ', from + SNIPPET_LENGTH), from + 1);
  const cut = wellFormed(plain.slice(from, end > from + 1 ? end : from + SNIPPET_LENGTH));
  return `${from > 0 ? '… ' : ''}${cut}${end < plain.length ? ' …' : ''}`;
}

/** Removes half of a surrogate pair at either end. */
const wellFormed = (text: string): string => text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
