import type { Token } from '../../../../language/token.js';
import type { Reading } from '../question-types/parse-question.js';
import type { QuestionInput } from '../question-types/question-type.js';
import type { AnySpan, SpanType } from '../spans/span.js';

/** Types of values that a comparison with a number may belong to. */
const MEASURES: ReadonlySet<SpanType> = new Set([
  'amount',
  'count',
  'percent',
  'fraction',
  'distance',
  'speed',
  'slowness',
  'magnitude',
  'limit',
  'duration',
  'indicator',
]);

/**
 * Whether a question contains a part that its reading must not leave out, although its words may be common: a
 * comparison with a number, as in `for more than 2 days`, a time to come, a second vessel, or a severity, which is no
 * text to search for. Without that part the question would be another one.
 */
export function isUnaccounted(
  { spans: used, input }: Reading,
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
): boolean {
  const isUsed = ({ from, to }: AnySpan, types?: ReadonlySet<SpanType>) =>
    used.some((span) => span.from < to && from < span.to && (types?.has(span.type) ?? true));
  const isInText = ({ from, to }: AnySpan) => isSearchedFor(input, tokens.slice(from, to));
  const isToCome = (span: AnySpan) =>
    span.isExact && (beginOf(span)?.getTime() ?? Number.NEGATIVE_INFINITY) > input.calendar.now.getTime();
  const isOfVessel = used.some(({ type }) => type === 'vessel');
  return candidates.some(
    (span) =>
      (span.type === 'vessel' && isOfVessel && !isUsed(span)) ||
      (span.type === 'severities' && !isUsed(span) && isInText(span)) ||
      (!isInText(span) && ((span.type === 'bound' && !isUsed(span, MEASURES)) || (isToCome(span) && !isUsed(span)))),
  );
}

/** Whether a text to search for contains one of the words; a vessel or an IMO number replaces such a text. */
export function isSearchedFor({ slots, text }: QuestionInput, words: readonly Token[]): boolean {
  if (text === '' || slots.named('vessel') || slots.named('imo')) return false;
  const searched = new Set(text.split(' '));
  return words.some((token) => searched.has(token.text));
}

const beginOf = (span: AnySpan): Date | undefined =>
  span.type === 'period' ? span.value.from : span.type === 'moment' ? span.value.at : undefined;
