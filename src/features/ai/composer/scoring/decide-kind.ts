import type { Token } from '../../../../language/token.js';
import { isFrequentWord } from '../../../../text/frequent-words.js';
import { isEnumerated, notExplained, type Reading } from '../question-types/parse-question.js';
import { isOfFuture } from '../question-types/question-type.js';
import type { AnySpan, SpanType } from '../spans/span.js';
import { isOfOtherSubject, isOtherQuestion, isSearchedFor, isUnaccounted } from './accounted.js';
import { isFor, isLearned, type KindModel, kindModel, type Ranked, ranked } from './kind-model.js';
import { featuresOf, isOwn, isWordy, valuesIn } from './question-features.js';
import { unusedBy } from './reading-features.js';

/** Decision about the kind of a question. */
export type Decision =
  | { type: 'complete' }
  | { type: 'answer'; reading: Reading; left: readonly string[] }
  | { type: 'ask'; reading: Reading; span: SpanType }
  | { type: 'choose'; readings: readonly [Reading, Reading] }
  | { type: 'refuse'; near: readonly string[] | undefined };

/** A question and its readings as each kind. */
interface Readings {
  tokens: readonly Token[];
  spans: readonly AnySpan[];
  readings: readonly Reading[];
  /** The reading that explains every word; it is chosen unless another kind is much more likely. */
  complete: Reading | undefined;
}

/** Maximum number of kinds that a refusal suggests. */
const MAX_NEAR = 3;
const MIN_NEAR = 0.1;

/** Whether a reading has all required values, so that it can be answered. */
const isAnswerable = ({ kind, input, missing }: Reading): boolean =>
  missing.length === 0 &&
  (kind.text !== 'required' || input.text !== '' || input.slots.has('quoted')) &&
  (kind.holds?.(input) ?? true) &&
  !isOfFuture(kind, input);

/** Whether a reading lacks exactly one value, for which the user can be asked. */
const isAskable = ({ missing }: Reading): boolean => missing.length === 1 && !isEnumerated(missing[0] as SpanType);

/**
 * Decides by the probabilities of all kinds which kind a question is.
 * @param isInVocabulary whether kinds or values are recognized by a word
 */
export function decideKind(
  { tokens, spans, readings, complete }: Readings,
  isInVocabulary: (word: string) => boolean,
  model: KindModel = kindModel(),
): Decision {
  const isKnown = (word: string) => isInVocabulary(word) || isLearned(word, model);
  const rankedAll = model.rankings?.get(readings) ?? ranked(featuresOf(tokens, spans, isKnown), readings, spans, model);
  model.rankings?.set(readings, rankedAll);
  const all = withInstead(rankedAll);
  const { limits } = model;
  const [first, second] = all.filter(({ reading }) => reading !== undefined && isPossible(reading));
  const whole = all.find(({ reading }) => reading === complete);
  if (
    complete !== undefined &&
    whole !== undefined &&
    (whole.probability >= limits.complete || complete.kind.isCertain?.(complete.input) === true) &&
    !isUnaccounted(complete, tokens, spans) &&
    !isOtherQuestion(complete, tokens)
  )
    return { type: 'complete' };
  const refusal: Decision = { type: 'refuse', near: nearOf(all) };
  if (first?.reading === undefined) return refusal;
  const instead = readings.find(({ kind }) => kind.id === first.reading?.kind.instead);
  if (isAskable(first.reading) && instead !== undefined && isAnswerable(instead))
    return { type: 'answer', reading: instead, left: [] };
  if (isAskable(first.reading))
    return first.probability >= limits.ask
      ? { type: 'ask', reading: first.reading, span: first.reading.missing[0] as SpanType }
      : refusal;
  if (first.probability >= limits.answer && lacksPlace(first.reading, tokens, isKnown))
    return { type: 'ask', reading: first.reading, span: 'place' };
  const isLeft = leftBy(first.reading, tokens, spans, model);
  const left = textsOf(isLeft, tokens);
  if (first.probability >= (left.length > 0 ? limits.partly : limits.answer))
    return isMisread(first.reading, tokens, spans, isKnown) || isOfOtherSubject(first.reading, tokens, isLeft)
      ? refusal
      : { type: 'answer', reading: first.reading, left };
  if (second?.reading !== undefined && first.probability + second.probability >= limits.choose) {
    const isOffered = isAnswerable(second.reading) && !isMisread(second.reading, tokens, spans, isKnown);
    if (isOffered && second.probability >= first.probability / 3)
      return { type: 'choose', readings: [first.reading, second.reading] };
  }
  return refusal;
}

/** Words before a time; an unknown word after them may be a misspelled time. */
const BEFORE_TIME = new Set('this last past since until before after previous next during'.split(' '));
/** Words of times; a reading leaves them out only if it did not understand the time. */
const OF_TIMES = new Set(
  'since until till during between ago tonight week weeks weekend month months quarter year years hours minutes fortnight decade half ago'.split(
    ' ',
  ),
);
const TIMES: ReadonlySet<SpanType> = new Set(['moment', 'clock']);
const THINGS: ReadonlySet<SpanType> = new Set(['symbol', 'vessel', 'place', 'country', 'exchange', 'callsign']);
const NUMBERS: ReadonlySet<SpanType> = new Set([
  ...(['amount', 'count', 'percent', 'distance', 'duration', 'speed', 'magnitude'] as const),
]);
const overlaps = ({ from, to }: AnySpan, spans: readonly AnySpan[]): boolean =>
  spans.some((span) => span.from < to && from < span.to);
const RANKED = new Set('top first last biggest largest best worst next latest main'.split(' '));

/**
 * Whether a number, a second time, or an unknown word in the position of a time is left over, which suggests that
 * values were misread. A number of rows, as in `top 10`, does not count.
 */
function isMisread(
  reading: Reading,
  tokens: readonly Token[],
  spans: readonly AnySpan[],
  isKnown: (word: string) => boolean,
): boolean {
  if (isUnaccounted(reading, tokens, spans) || isOtherQuestion(reading, tokens)) return true;
  // An ordinary word is no detail of a list of records: `summarise` in `summarise the filings`.
  const isElsewhere = (word: string) => isWordy(word) && (isKnown(word) || isFrequentWord(word));
  if (reading.kind.subject !== undefined && reading.unexplained.some((at) => isElsewhere(tokens[at]?.word ?? '')))
    return true;
  // `RSI of my Tech list`: an indicator is what a question asks for, never a detail of another one.
  if (spans.some((span) => span.type === 'indicator' && !overlaps(span, reading.spans))) return true;
  const isTime = reading.unexplained.some((at) => {
    const { word } = tokens[at] as Token;
    const before = tokens[at - 1]?.word ?? '';
    return isWordy(word) && !isKnown(word) && (BEFORE_TIME.has(before) || /^\d/.test(before));
  });
  const { slots } = reading.kind;
  // `LH400` and `my holdings` are what the question is about.
  const isOwned = reading.spans.some(({ type, from, to }) => isOwn(type) && to > from);
  if (
    reading.unexplained.some(
      (at) => isIdentifier(tokens[at]?.word ?? '') || (!isOwned && OWN.has(tokens[at]?.word ?? '')),
    )
  )
    return true;
  if (isTime && slots.period !== undefined) return true;
  if (isPartOfName(reading, tokens, isKnown)) return true;
  // `a briefing on Growth and Pension`: the answer would be about one of them.
  if (
    unusedBy(reading, valuesIn(spans)).some(
      ({ type, isExact }) =>
        isExact && isOwn(type) && reading.spans.some((one) => isOwn(one.type) && one.to > one.from),
    )
  )
    return true;
  // A name that nothing explains is what the question is about: a flag, a place or a thing that is unknown here.
  if (reading.unexplained.some((at) => at > 0 && isUnknownName(tokens, at, isKnown))) return true;
  if (slots.period !== undefined && reading.unexplained.some((at) => OF_TIMES.has(tokens[at]?.word ?? ''))) return true;
  // `ystrday 10am`: the unknown word most likely belongs to the time.
  const times = reading.spans.filter(({ type, from, to }) => to > from && TIMES.has(type));
  const isBesideTime = (at: number) => times.some(({ from, to }) => at === from - 1 || at === to);
  const isUnknown = (at: number) => isWordy((tokens[at] as Token).word) && !isKnown((tokens[at] as Token).word);
  if (reading.unexplained.some((at) => isUnknown(at) && isBesideTime(at))) return true;
  const { defaults } = reading.kind;
  if (defaults !== undefined && !reading.input.slots.has(defaults) && reading.unexplained.some(isUnknown)) return true;
  return unusedBy(reading, valuesIn(spans)).some(({ type, from, to, isExact }) => {
    // A name within a text to search for is searched for: `the Panama Canal drought`.
    if (type !== 'limit' && isSearchedFor(reading.input, tokens.slice(from, to))) return false;
    if (type === 'period' || type === 'moment') return slots.period !== undefined;
    // Without its place or its instrument the question would be another one.
    if (THINGS.has(type)) return true;
    if (type === 'limit') return true;
    if (!NUMBERS.has(type) || (type === 'percent' && !isExact)) return false;
    return !RANKED.has(tokens[from - 1]?.word ?? '') && !RANKED.has(tokens[to]?.word ?? '');
  });
}

/** Whether a word is capitalized within a question whose other words are mostly in lower case, and unknown. */
function isUnknownName(tokens: readonly Token[], at: number, isKnown: (word: string) => boolean): boolean {
  const { text, word } = tokens[at] as Token;
  const isCapital = (one: string) => /^\p{Lu}/u.test(one);
  if (!/^\p{Lu}\p{L}*\p{Ll}/u.test(text) || isKnown(word)) return false;
  const words = tokens.filter((token) => isWordy(token.word));
  return words.filter((token) => isCapital(token.text)).length * 2 <= words.length;
}

/** Types of values whose names may be parts of longer names. */
const NAMES: ReadonlySet<SpanType> = new Set([
  ...(['place', 'symbol', 'vessel', 'portfolio', 'watchlist', 'geofence', 'client'] as const),
]);
/** Words that begin or end other names: `New London`, `Lake Victoria`, `Miller Trust`. */
const OF_NAMES = new Set('new lake old great little fort mount saint st str upper lower trust fund plus'.split(' '));
/** Shorter words are mostly abbreviations of common words. */
const MIN_PART = 3;

/**
 * Whether an unexplained word directly beside a name that a reading uses may belong to it: `Malacca str` is no town. An
 * unknown word counts behind a place only, because elsewhere it is mostly a misspelled verb.
 */
function isPartOfName(
  { spans, unexplained }: Reading,
  tokens: readonly Token[],
  isKnown: (word: string) => boolean,
): boolean {
  return unexplained.some((at) => {
    const { word } = tokens[at] as Token;
    const isUnknown = isWordy(word) && word.length >= MIN_PART && !isKnown(word);
    return spans.some(
      ({ type, from, to }) =>
        NAMES.has(type) &&
        to > from &&
        ((OF_NAMES.has(word) && (at === from - 1 || at === to)) || (isUnknown && type === 'place' && at === to)),
    );
  });
}

/** Words of what the user owns. */
const OWN = new Set('portfolio portfolios holding holdings watchlist watchlists geofence geofences'.split(' '));
const isIdentifier = (word: string): boolean => /\d/.test(word) && /[a-z/]/.test(word);

const BEFORE_PLACE = new Set('in near around off at over from by outside inside along'.split(' '));

/**
 * Whether an unknown word is in the position of a place name that the kind accepts. Without that place, the answer
 * would be about the whole world.
 */
function lacksPlace(
  { kind, spans, unexplained }: Reading,
  tokens: readonly Token[],
  isKnown: (word: string) => boolean,
): boolean {
  if (kind.slots.place === undefined || spans.some(({ type }) => ['place', 'country', 'flag'].includes(type)))
    return false;
  return unexplained.some((at) => {
    const before = tokens[at - 1]?.word === 'the' ? at - 2 : at - 1;
    const { word } = tokens[at] as Token;
    return isWordy(word) && !isKnown(word) && BEFORE_PLACE.has(tokens[before]?.word ?? '');
  });
}

/** Gives the probability of kinds that lack a value to the kinds that answer instead. */
function withInstead(all: readonly Ranked[]): readonly Ranked[] {
  const moved = new Map<string, number>();
  for (const { reading, probability } of all) {
    const instead = reading?.kind.instead;
    const other = all.find(({ id }) => id === instead)?.reading;
    if (reading !== undefined && isAskable(reading) && other !== undefined && isAnswerable(other)) {
      moved.set(reading.kind.id, -probability);
      moved.set(other.kind.id, (moved.get(other.kind.id) ?? 0) + probability);
    }
  }
  if (moved.size === 0) return all;
  return all
    .map((one) => ({ ...one, probability: one.probability + (moved.get(one.id) ?? 0) }))
    .sort((one, other) => other.probability - one.probability);
}

const isPossible = (reading: Reading): boolean =>
  isAnswerable(reading) || (isAskable(reading) && !isOfFuture(reading.kind, reading.input));

/** Returns the most likely kinds of a question; undefined if none is likely enough. */
function nearOf(all: readonly Ranked[]): readonly string[] | undefined {
  const near = all
    .filter(({ reading, probability }) => reading !== undefined && probability >= MIN_NEAR)
    .slice(0, MAX_NEAR)
    .map(({ id }) => id);
  return near.length > 0 ? near : undefined;
}

/**
 * Returns which tokens of a question a reading ignores although they may restrict the answer: values, and words that do
 * not indicate its kind.
 */
function leftBy(
  reading: Reading,
  tokens: readonly Token[],
  spans: readonly AnySpan[],
  model: KindModel,
): readonly boolean[] {
  const isLeft = new Array<boolean>(tokens.length).fill(false);
  for (const { from, to } of unusedBy(reading, valuesIn(spans)))
    if (!isSearchedFor(reading.input, tokens.slice(from, to))) isLeft.fill(true, from, to);
  for (const at of notExplained(reading, tokens)) {
    const { word } = tokens[at] as Token;
    if (/\d/.test(word) || (isWordy(word) && !isFor(word, reading.kind.id, model))) isLeft[at] = true;
  }
  return isLeft;
}

/** Returns the marked parts of a question as written. */
function textsOf(isMarked: readonly boolean[], tokens: readonly Token[]): string[] {
  const texts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isMarked[at]) continue;
    const { text } = tokens[at] as Token;
    if (isMarked[at - 1] && texts.length > 0) texts.push(`${texts.pop()} ${text}`);
    else texts.push(text);
  }
  return texts;
}
