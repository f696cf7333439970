import type { Token } from '../../../language/token.js';
import { COMMON_WORDS } from './language/common-words.js';
import type { Reading } from './question-types/parse-question.js';
import { isSearchedFor } from './scoring/accounted.js';
import { numberWordsAt } from './spans/quantities.js';
import type { AnySpan, SpanType } from './spans/span.js';

/** Types of values that restrict what a question is about. */
const RESTRICTING: ReadonlySet<SpanType> = new Set([
  'shipType',
  'flag',
  'limit',
  'severities',
  'excluded',
  'distance',
  'speed',
  'slowness',
  'magnitude',
  'percent',
  'place',
  'country',
  'period',
  'moment',
]);
/** Types of values that are less exact than a restriction of the same words: `tankers` are read as vessels. */
const COARSE: ReadonlySet<SpanType> = new Set(['layer', 'resultType']);

/** Words that exclude or narrow what follows them; they restrict the answer of every kind. */
const NARROWING = new Set('without except excluding unless only per with'.split(' '));
/** Maximum number of words that an answer names behind such a word. */
const MAX_NARROWED = 3;

/**
 * Returns the end of the words that restrict a question from a token on, as in `without stops` and `sanctioned by the
 * UK only`: words of no value, up to the next word that narrows or joins.
 */
function endOfNarrowed(tokens: readonly Token[], at: number, isUsed: (at: number) => boolean): number {
  let end = at + 1;
  while (end <= at + MAX_NARROWED && end < tokens.length && !isUsed(end) && !ENDING.has(tokens[end]?.word ?? ''))
    end += 1;
  while (end > at + 1 && (FILLING.has(tokens[end - 1]?.word ?? '') || isUsed(end - 1))) end -= 1;
  return end;
}
const ENDING = new Set('and or but , near around in at off over since from please now today'.split(' '));
const FILLING = new Set('the a an of by to for on that is are'.split(' '));

/** Whether a time has a number, such as `3 November` or `five years`, so that its words mean nothing else. */
const hasNumber = (tokens: readonly Token[], { from, to }: AnySpan): boolean =>
  tokens.slice(from, to).some(({ word }, at) => /\d/.test(word) || numberWordsAt(tokens, from + at) !== undefined);

/**
 * Returns the parts of a question, as written, that restrict a reading although its answer does not apply them: words
 * that its kind declares, values that it accepts but ignores, and restrictions that it explains only as words.
 * @param candidates all values that were found in the question
 */
export function unappliedBy(
  { kind, spans, input, behindName }: Reading,
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
): string[] {
  const ignored = kind.ignores?.(input) ?? [];
  const place = spans.find(({ type }) => type === 'place');
  // `fires in Greece and Turkey`: a call has one area, which the place determines.
  const isSecond = ({ type, from, to }: AnySpan) =>
    type === 'country' && place !== undefined && (to <= place.from || from >= place.to);
  const isOut = (span: AnySpan) => isSecond(span) || ignored.includes(span.type);
  const used = spans.filter((span) => !isOut(span));
  const isUsed = (at: number) => used.some(({ from, to }) => from <= at && at < to);
  const isLost = (span: AnySpan) =>
    RESTRICTING.has(span.type) &&
    (span.isExact || (span.type === 'period' && hasNumber(tokens, span))) &&
    !used.some(({ type, from, to }) => from < span.to && span.from < to && !COARSE.has(type)) &&
    !isSearchedFor(input, tokens.slice(span.from, span.to));
  // `per ounce` is a word of prices, `with radio failure` a phrase of emergencies.
  const isNarrowing = (word: string) => NARROWING.has(word) && !(kind.others.has(word) && word !== 'only');
  const lost = [...spans.filter(isOut), ...candidates.filter(isLost)];
  const parts: string[] = [...(kind.omits?.(input) ?? [])];
  for (let at = 0; at < tokens.length; at += 1) {
    const span = lost.find(({ from, to }) => from <= at && at < to);
    const { word } = tokens[at] as Token;
    const narrowed = span === undefined && isNarrowing(word) && !isUsed(at) ? endOfNarrowed(tokens, at, isUsed) : at;
    const isNarrowed = narrowed > at + 1 && !COMMON_WORDS.has(tokens[at + 1]?.word ?? '');
    const isNamed = behindName.includes(at) || (kind.restrictions.has(word) && !isUsed(at));
    if (span === undefined && !isNarrowed && !isNamed) continue;
    const end = span?.to ?? (isNarrowed ? narrowed : at + 1);
    parts.push(
      tokens
        .slice(at, end)
        .map(({ text }) => text)
        .join(' '),
    );
    at = end - 1;
  }
  return parts;
}
