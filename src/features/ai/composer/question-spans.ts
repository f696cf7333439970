import { YieldTimer } from '../../../async/cooperative-yield.js';
import { lazy } from '../../../async/lazy.js';
import { countryOfWord } from '../../../gazetteer/country-words.js';
import { placesIn } from '../../../language/places-in.js';
import type { Token } from '../../../language/token.js';
import { isFrequentWord } from '../../../text/frequent-words.js';
import { foldedWords } from '../../../text/words.js';
import { COMMON_WORDS } from './language/common-words.js';
import { Vocabulary } from './language/vocabulary.js';
import { isAbout, type PreparedType, prepare, type Reading, readAs } from './question-types/parse-question.js';
import { questionTypes } from './question-types/question-types.js';
import { aircraftIn } from './spans/aircraft-in.js';
import type { Calendar } from './spans/calendar.js';
import type { AbsoluteDate } from './spans/day-mention.js';
import { enumeratedIn, enumerationWords, placeWords } from './spans/enumerations.js';
import { identifiersIn } from './spans/identifiers.js';
import { correctedName, nearer } from './spans/known-names.js';
import { marketsIn } from './spans/markets-in.js';
import { type OwnNames, ownNamesIn } from './spans/own-names.js';
import { timesIn } from './spans/periods.js';
import { quantitiesIn } from './spans/quantities.js';
import { recurrencesIn } from './spans/recurrences.js';
import { boundsIn, limitsIn, sizesIn, withDestinations, withExclusions, withoutBounds } from './spans/restrictions.js';
import { severitiesIn } from './spans/severities.js';
import type { AnySpan } from './spans/span.js';

export const preparedTypes = lazy((): readonly PreparedType[] => questionTypes.map(prepare));

const timeWords =
  'yesterday tomorrow overnight tonight morning weekend week month quarter year hour minute day weeks months quarters years hours minutes days ago since until monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december noon midnight thanksgiving christmas between daily weekly mondays tuesdays wednesdays thursdays fridays saturdays sundays every each miles nautical kilometers kilometres knots million billion thousand hundred dollars dollar euros euro pounds pound francs franc swiss sterling morning evening afternoon spring summer autumn winter'.split(
    ' ',
  );

/** Returns the words by which the kinds without a subject are recognized. */
const wordsOfKinds = (): string[] =>
  preparedTypes()
    .filter(({ subject }) => subject === undefined)
    .flatMap(({ phrases, others }) => [
      ...others,
      ...[...phrases.values()].flatMap((list) => list.flatMap(({ words }) => words)),
    ]);

/** Words of subjects, which are no names; other words are not corrected to them, because few questions have them. */
const subjectWords = lazy(
  (): ReadonlySet<string> =>
    new Set(preparedTypes().flatMap(({ subjects }) => [...subjects.values()].flatMap((list) => list.flat()))),
);

/** Words by which questions are recognized. */
export const vocabulary = lazy((): Vocabulary => {
  return new Vocabulary(
    [...wordsOfKinds(), ...enumerationWords, ...timeWords, ...COMMON_WORDS].filter((word) => word !== ''),
  );
});

/** Whether a word is the adjective of a country, which is also the name of a language: `Russian tankers`. */
const isAdjective = (word: string): boolean =>
  word.length > 3 && /(?:ian|an|ish|ese|ch|ic)$/.test(word) && countryOfWord(word) !== undefined;

/** Words of questions that are not taken for names. */
const meaningful = lazy((): ReadonlySet<string> => {
  return new Set(
    [...wordsOfKinds(), ...enumerationWords, ...timeWords, ...COMMON_WORDS].filter(
      (word) => !placeWords.has(word) && !isAdjective(word),
    ),
  );
});

/** The user's context in which a question is read. */
export interface QuestionContext {
  calendar: Calendar;
  own: OwnNames;
  dates: readonly AbsoluteDate[];
}

/** Returns candidates for the spans of a question, without objects that only a search finds. */
export function spansIn(tokens: readonly Token[], questionContext: QuestionContext): AnySpan[] {
  return atOnce(spanSteps(tokens, questionContext));
}

/** Finds the spans of each sort in a step of its own, because a long text takes several milliseconds. */
export function* spanSteps(
  tokens: readonly Token[],
  { calendar, own, dates }: QuestionContext,
): Generator<void, AnySpan[]> {
  const isWord = (word: string) => meaningful().has(word);
  const found: AnySpan[] = [];
  for (const find of [
    () => identifiersIn(tokens),
    () => ownNamesIn(tokens, own),
    () => timesIn(tokens, calendar, dates),
    () => recurrencesIn(tokens),
    () => quantitiesIn(tokens),
    () => limitsIn(tokens),
    () => sizesIn(tokens),
    () => boundsIn(tokens),
    () => enumeratedIn(tokens),
    () => aircraftIn(tokens),
    () => withLegalForms(tokens, marketsIn(tokens, isWord)),
    () => placesIn(tokens, isWord),
  ] satisfies Array<() => AnySpan[]>) {
    for (const span of find()) found.push(span);
    yield;
  }
  const values = withoutBounds(tokens, withSeverities(tokens, withoutLengths(found)));
  return withExclusions(tokens, withDestinations(tokens, values));
}

/** Adds limits of severities, whose numbers are neither magnitudes nor times. */
function withSeverities(tokens: readonly Token[], spans: AnySpan[]): AnySpan[] {
  const severities = severitiesIn(tokens);
  return [...spans.filter(({ from, to }) => !severities.some((one) => from < one.to && one.from < to)), ...severities];
}

const LEGAL_FORMS = new Set(
  'ag plc inc ltd corp nv sa se spa ab asa oyj gmbh llc corporation limited incorporated'.split(' '),
);

/** Extends names of companies over the legal forms behind them: `Volkswagen AG`. */
const withLegalForms = (tokens: readonly Token[], spans: readonly AnySpan[]): AnySpan[] =>
  spans.map((span) =>
    span.type === 'symbol' && LEGAL_FORMS.has(tokens[span.to]?.word ?? '') ? { ...span, to: span.to + 1 } : span,
  );

/** Executes all steps in this turn of the event loop. */
function atOnce<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Executes steps in slices of a few milliseconds, so that other requests are answered between them. */
export async function inSlices<Value>(steps: Generator<void, Value>): Promise<Value> {
  const slices = new YieldTimer();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slices.isOver) await slices.next();
  }
}

/** Removes periods that are the length of a candle: in `1h bars since yesterday`, `1h` is an interval. */
function withoutLengths(spans: AnySpan[]): AnySpan[] {
  const times = spans.filter(({ type }) => type === 'period');
  const isLength = (span: AnySpan) =>
    span.type === 'period' &&
    spans.some(
      ({ type, from, to }) => (type === 'interval' || type === 'indicator') && from <= span.from && to >= span.to,
    );
  const lengths = times.filter(isLength);
  return lengths.length > 0 && lengths.length < times.length ? spans.filter((span) => !lengths.includes(span)) : spans;
}

/**
 * Returns the reading of a question by every kind, the best first, with a step for each kind. Ties are broken by the
 * order of the kinds.
 */
export function* readingSteps(
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
  calendar: Calendar,
  implied: readonly AnySpan[],
): Generator<void, Reading[]> {
  const found: Reading[] = [];
  for (const kind of preparedTypes()) {
    if (!isAbout(kind, tokens)) continue;
    const reading = readAs(kind, tokens, candidates, calendar, implied);
    // A subject without the place or the client that its records belong to, or with words of another kind, is most
    // likely another one.
    const isOther =
      kind.subject !== undefined &&
      (reading.missing.some((type) => kind.slots[type]?.implied !== true) || kind.accepts?.(reading.input) === false);
    if (!isOther) found.push(reading);
    yield;
  }
  return found.sort((one, other) => other.score - one.score);
}

/** Whether the words and values of a question indicate the kind. */
export const isIndicated = ({ kind, indication }: Reading): boolean => indication >= (kind.min ?? 1);

/**
 * Returns runs of tokens that neither a span nor the vocabulary explains: names that a search may find, or typing
 * errors.
 */
export function unknownRuns(
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
): Array<{ from: number; to: number }> {
  const known = new Array<boolean>(tokens.length).fill(false);
  for (const { from, to } of candidates) known.fill(true, from, to);
  const isUnknown = (at: number) => {
    const token = tokens[at] as Token;
    const isUsual = vocabulary().has(token.word) || subjectWords().has(token.word);
    return !known[at] && !isUsual && /\p{L}{2}/u.test(token.word);
  };
  const runs: Array<{ from: number; to: number }> = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isUnknown(at)) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/** Returns the name that a ticker in lower case may be a misspelling of: `japn`, the ticker of a fund, for Japan. */
const correctedTicker = ({ text, word }: Token): string | undefined =>
  /^\p{L}\p{Ll}{3,}$/u.test(text) ? correctedName(word) : undefined;

/** Whether a token is a capitalized word that is not at the beginning of the question. */
const isName = ({ text, start }: Token): boolean => start > 0 && /^\p{Lu}\p{Ll}/u.test(text);

/** Typing errors are not corrected in texts with more tokens than this, because they are not questions. */
const MAX_CORRECTED = 120;
/** Maximum number of words of a question that are corrected: each is compared with thousands of words. */
const MAX_CORRECTED_WORDS = 16;

/** Returns the tokens with typing errors corrected, except in names; returns the same list if nothing is corrected. */
export function corrected(tokens: readonly Token[], candidates: readonly AnySpan[], own: OwnNames): readonly Token[] {
  const names = new Set(Object.values(own).flatMap((all) => all.flatMap(({ name }) => foldedWords(name).split(' '))));
  // A word that only resembles a word of a name, or a ticker in lower case, may also be a misspelling of another word.
  const certain = candidates.filter(
    ({ type, from, to }) =>
      !(type in own && !tokens.slice(from, to).every(({ word }) => names.has(word))) &&
      !(type === 'symbol' && to === from + 1 && correctedTicker(tokens[from] as Token) !== undefined),
  );
  const runs = unknownRuns(tokens, certain);
  if (runs.length === 0 || tokens.length > MAX_CORRECTED) return tokens;
  const result = [...tokens];
  let left = MAX_CORRECTED_WORDS;
  for (const { from, to } of runs) {
    for (let at = from; at < to && left > 0; at += 1) {
      left -= 1;
      const token = tokens[at] as Token;
      const word =
        nearer(token.word, vocabulary().correct(token.word), correctedName(token.word)) ??
        (isFrequentWord(token.word) || isName(token) ? undefined : vocabulary().writtenOut(token.word));
      if (word !== undefined) result[at] = { ...token, word };
    }
  }
  return result.some((token, at) => token !== tokens[at]) ? result : tokens;
}
