import { lazy } from '../../../async/lazy.js';
import { foldedWords } from '../../../text/words.js';
import { COMMON_WORDS } from './language/common-words.js';
import type { Token } from './language/token.js';
import { Vocabulary } from './language/vocabulary.js';
import { type PreparedType, prepare, type Reading, readAs } from './question-types/parse-question.js';
import { questionTypes } from './question-types/question-types.js';
import type { Calendar } from './spans/calendar.js';
import type { AbsoluteDate } from './spans/days.js';
import { enumeratedIn, enumerationWords, placeWords } from './spans/enumerations.js';
import { identifiersIn } from './spans/identifiers.js';
import { marketsIn } from './spans/markets-in.js';
import { type OwnNames, ownNamesIn } from './spans/own-names.js';
import { timesIn } from './spans/periods.js';
import { placesIn } from './spans/places-in.js';
import { quantitiesIn } from './spans/quantities.js';
import { recurrencesIn } from './spans/recurrences.js';
import type { AnySpan } from './spans/span.js';

export const preparedTypes = lazy((): readonly PreparedType[] => questionTypes.map(prepare));

const timeWords =
  'yesterday tomorrow overnight tonight morning weekend week month quarter year hour minute day weeks months quarters years hours minutes days ago since until monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december noon midnight thanksgiving christmas between daily weekly mondays tuesdays wednesdays thursdays fridays saturdays sundays every each'.split(
    ' ',
  );

/** The words that questions are recognized by. */
export const vocabulary = lazy((): Vocabulary => {
  const words = preparedTypes().flatMap(({ phrases, others }) => [
    ...others,
    ...[...phrases.values()].flatMap((list) => list.flatMap(({ words: each }) => each)),
  ]);
  return new Vocabulary([...words, ...enumerationWords, ...timeWords, ...COMMON_WORDS].filter((word) => word !== ''));
});

/** Words of questions that are no names by themselves. */
const meaningful = lazy((): ReadonlySet<string> => {
  const words = preparedTypes().flatMap(({ phrases, others }) => [
    ...others,
    ...[...phrases.values()].flatMap((list) => list.flatMap(({ words: each }) => each)),
  ]);
  return new Set(
    [...words, ...enumerationWords, ...timeWords, ...COMMON_WORDS].filter((word) => !placeWords.has(word)),
  );
});

/** The user's context in which a question is read. */
export interface Surroundings {
  calendar: Calendar;
  own: OwnNames;
  dates: readonly AbsoluteDate[];
}

/** Candidates for the spans of a question, without objects that only a search finds. */
export function spansIn(tokens: readonly Token[], { calendar, own, dates }: Surroundings): AnySpan[] {
  const isWord = (word: string) => meaningful().has(word);
  return [
    ...identifiersIn(tokens),
    ...ownNamesIn(tokens, own),
    ...timesIn(tokens, calendar, dates),
    ...recurrencesIn(tokens),
    ...quantitiesIn(tokens),
    ...enumeratedIn(tokens),
    ...marketsIn(tokens, isWord),
    ...placesIn(tokens, isWord),
  ];
}

/** The readings of a question, the best first. Ties are broken by the order of the kinds. */
export function readings(
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
  calendar: Calendar,
  implied: readonly AnySpan[],
): Reading[] {
  return preparedTypes()
    .map((kind) => readAs(kind, tokens, candidates, calendar, implied))
    .filter(({ kind, indication }) => indication >= (kind.min ?? 1))
    .sort((one, other) => other.score - one.score);
}

/** Whether a reading answers the question: everything is explained, there, and makes sense. */
export const isComplete = ({ kind, input, unexplained, missing }: Reading): boolean =>
  unexplained.length === 0 &&
  missing.length === 0 &&
  (kind.text !== 'required' || input.text !== '' || input.slots.has('quoted')) &&
  (kind.accepts?.(input) ?? true);

/**
 * Words that neither a span nor the vocabulary explains, as runs of tokens: names that a search may know, or typing
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
    return !known[at] && !vocabulary().has(token.word) && /\p{L}{2}/u.test(token.word);
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

/** The tokens with typing errors corrected; those of names stay. The same list when nothing is corrected. */
export function corrected(tokens: readonly Token[], candidates: readonly AnySpan[], own: OwnNames): readonly Token[] {
  const names = new Set(Object.values(own).flatMap((all) => all.flatMap(({ name }) => foldedWords(name).split(' '))));
  // A word that only resembles one of a name may as well be a misspelled other word.
  const certain = candidates.filter(
    ({ type, from, to }) => !(type in own) || tokens.slice(from, to).every(({ word }) => names.has(word)),
  );
  const runs = unknownRuns(tokens, certain);
  if (runs.length === 0) return tokens;
  const result = [...tokens];
  for (const { from, to } of runs) {
    for (let at = from; at < to; at += 1) {
      const token = tokens[at] as Token;
      const word = vocabulary().correct(token.word);
      if (word !== undefined) result[at] = { ...token, word };
    }
  }
  return result.some((token, at) => token !== tokens[at]) ? result : tokens;
}
