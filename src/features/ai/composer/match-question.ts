import { ownTurn } from '../../../async/event-loop-turns.js';
import type { Token } from '../../../language/token.js';
import { CANNOT, LEADING } from './language/common-words.js';
import { MAX_TOKENS, tokensOf } from './language/tokens.js';
import {
  corrected,
  inSlices,
  isIndicated,
  type QuestionContext,
  readingSteps,
  spanSteps,
  unknownRuns,
  vocabulary,
} from './question-spans.js';
import { isComplete, isEnumerated, notExplained, type Reading } from './question-types/parse-question.js';
import { type Decision, decideKind } from './scoring/decide-kind.js';
import type { KindModel } from './scoring/kind-model.js';
import { quotedIn } from './spans/identifiers.js';
import { correctedName } from './spans/known-names.js';
import type { AnySpan, SpanType } from './spans/span.js';
import { unappliedBy } from './unapplied.js';
import { type NameSearch, vesselsIn } from './vessel-names.js';

export interface QuestionInput {
  text: string;
  questionContext: QuestionContext;
  names: NameSearch;
  /**
   * Values that the question may omit: the object that the user is looking at, the subject of the previous message, or
   * the only item of its type.
   */
  implied: readonly AnySpan[];
  /** Finds the words that refer to the conversation, with their values. */
  referred?: (tokens: readonly Token[]) => AnySpan[];
  /** The user's choice among several values of a name. */
  chosen?: AnySpan;
  /** The kind that the user chose for the question. */
  kind?: string;
  /** Weights that replace the project's weights while a model is trained. */
  model?: KindModel;
}

/** The meaning of a question. */
export type Understanding =
  | {
      type: 'answer';
      reading: Reading;
      tokens: readonly Token[];
      /** Parts of the question that the answer leaves out, as written; undefined where every word was explained. */
      left?: readonly string[];
      /** Words that were understood as a restriction that the tool cannot apply. */
      unapplied?: readonly string[];
    }
  | {
      /** Two readings of one question, the likelier first. */
      type: 'choose';
      readings: readonly [Reading, Reading];
      tokens: readonly Token[];
    }
  | {
      type: 'ask';
      reading: Reading;
      slot: string;
      span: SpanType;
      options: readonly AnySpan['value'][] | undefined;
      tokens: readonly Token[];
    }
  | { type: 'refuse'; sentence: string | undefined; near: readonly string[] };

const MIN_ASK_CUES = 1;
/** Maximum number of tokens of a question for which kinds are scored. */
const MAX_SCORED = 120;
/** Minimum weight of the cues for suggesting a kind after a refusal: prepositions alone do not indicate a kind. */
const MIN_NEAR_CUES = 1.5;

/** The possible readings of a question, before one of them is chosen. */
export interface Recognition {
  /** The tokens of the question, with typing errors corrected if necessary. */
  tokens: readonly Token[];
  spans: readonly AnySpan[];
  /** The readings of the question as each kind, the best by cues first. */
  readings: readonly Reading[];
  /** The reading that explains every word; undefined if no reading does. */
  complete: Reading | undefined;
}

/** Recognizes one question. Searches for names only if the question cannot be understood without them. */
export async function understand(asked: QuestionInput): Promise<Understanding> {
  await ownTurn();
  const found = await recognize(asked);
  const chosen = found.readings.find(({ kind }) => kind.id === asked.kind);
  if (chosen !== undefined) return ambiguity(chosen, found.tokens) ?? answered(chosen, found);
  return decide(found, asked.model);
}

/** Reads a question as written, then with names that are searched for, then with typing errors corrected. */
export async function recognize({
  text,
  questionContext,
  names,
  implied,
  chosen,
  referred = () => [],
}: QuestionInput): Promise<Recognition> {
  const decided = (spans: readonly AnySpan[]) =>
    spans.map((span) =>
      chosen !== undefined && span.type === chosen.type && span.others !== undefined ? settled(span, chosen) : span,
    );
  const read = async (tokens: readonly Token[], spans: readonly AnySpan[]): Promise<Recognition> => {
    const all = await inSlices(readingSteps(tokens, spans, questionContext.calendar, implied));
    return { tokens, spans, readings: all, complete: best(all, tokens) };
  };
  const plain = tokensOf(text);
  if (plain.length > MAX_TOKENS) return { ...(await read([], [])), tokens: plain, complete: undefined };
  const found = await inSlices(spanSteps(plain, questionContext));
  const direct = decided([...quotedIn(text, plain), ...found, ...referred(plain)]);
  const first = await read(plain, direct);
  if (first.complete !== undefined && unknownRuns(plain, direct).length === 0) return first;
  await ownTurn();
  const vessels = decided(await vesselsIn(plain, direct, names));
  const named = [...direct, ...vessels];
  const second = await read(plain, named);
  if (second.complete !== undefined && !isGuess(second.complete, plain)) return second;
  const tokens = corrected(plain, named, questionContext.own);
  if (tokens === plain) return second;
  await ownTurn();
  // A corrected word may have been a name of the user's own.
  const own = direct.filter(
    ({ type, from, to }) =>
      type in questionContext.own && tokens.slice(from, to).some((token, at) => token !== plain[from + at]),
  );
  const again = await inSlices(spanSteps(tokens, questionContext));
  return read(tokens, decided([...quotedIn(text, tokens), ...again, ...referred(tokens), ...own, ...vessels]));
}

/** Returns a name with only the value that the user chose. */
const settled = ({ others: _others, ...span }: AnySpan, { value }: AnySpan): AnySpan => ({ ...span, value }) as AnySpan;

const best = (all: readonly Reading[], tokens: readonly Token[]): Reading | undefined => {
  const cannot = cannotOf(tokens);
  return all.find(
    (reading) =>
      isIndicated(reading) &&
      isComplete({ ...reading, unexplained: notExplained(reading, tokens) }) &&
      !(cannot !== undefined && reading.kind.text !== undefined && reading.kind.id !== 'search-everything'),
  );
};

/** Returns whether the text to search for may be a misspelled word of the vocabulary. */
function isGuess({ kind, input }: Reading, tokens: readonly Token[]): boolean {
  if (kind.text === undefined || input.text === '') return false;
  const isShouted = tokens.every(({ text }) => text === text.toUpperCase());
  const name = isShouted ? /^[A-Z][a-z]/ : /^[A-Z][A-Za-z]/;
  return tokens.some(
    ({ word, text }) =>
      input.text.includes(text) &&
      !vocabulary().has(word) &&
      ((!name.test(text) && vocabulary().correct(word) !== undefined) || correctedName(word) !== undefined),
  );
}

/** Chooses one of the readings of a question, asks back, or refuses. */
export function decide(found: Recognition, model?: KindModel): Understanding {
  const { tokens, spans, readings: all, complete } = found;
  const cannot = cannotOf(tokens);
  if (cannot !== undefined && complete === undefined)
    return { type: 'refuse', sentence: cannot.sentence, near: cannot.near };
  // The cost of scoring grows with the square of the tokens, and no real question has this many.
  if (complete === undefined && tokens.length > MAX_SCORED)
    return { type: 'refuse', sentence: undefined, near: nearestTo(all, spans) };
  const decision = decideKind(found, (word) => vocabulary().has(word), model);
  if (decision.type === 'complete' && complete !== undefined)
    return questionBack(all, complete, tokens) ?? answered(complete, found);
  if (decision.type === 'answer')
    return ambiguity(decision.reading, tokens) ?? { ...answered(decision.reading, found), left: decision.left };
  if (decision.type === 'ask') {
    const { reading, span } = decision;
    return { type: 'ask', reading, slot: slotName(reading, span), span, options: undefined, tokens };
  }
  if (decision.type === 'choose') return { ...decision, tokens };
  return { type: 'refuse', sentence: undefined, near: nearOf(decision) ?? nearestTo(all, spans) };
}

const answered = (reading: Reading, { tokens, spans }: Recognition) => ({
  type: 'answer' as const,
  reading,
  tokens,
  unapplied: unappliedBy(reading, tokens, spans),
});

const nearOf = (decision: Decision): readonly string[] | undefined =>
  decision.type === 'refuse' ? decision.near : undefined;

/** Kinds of questions that are suggested for the type of value that a question names, if its words indicate no kind. */
const ABOUT: ReadonlyArray<readonly [SpanType, readonly string[]]> = [
  ['portfolio', ['portfolio-value', 'portfolio-performance', 'portfolio-scenario']],
  ['vessel', ['vessel-position', 'vessel-track', 'sanctions']],
  ['symbol', ['quote', 'compare', 'news-of-symbol']],
  ['country', ['country-dossier', 'natural-events', 'news-of-topic']],
  ['place', ['vessels-near', 'natural-events', 'briefing']],
  ['currency', ['fx-convert', 'quote']],
  ['period', ['timeline', 'briefing']],
];
const ANYTHING = ['quote', 'vessels-near', 'portfolio-value', 'timeline'];

/**
 * Returns the kinds to suggest after a refusal: the kind that the words of the question indicate most, else the kinds
 * about the values that it names, else a general selection.
 */
function nearestTo(all: readonly Reading[], spans: readonly AnySpan[]): readonly string[] {
  const [indicated] = all
    .filter(isIndicated)
    .filter(({ cueScore, unexplained }) => cueScore >= MIN_NEAR_CUES && unexplained.length <= 2)
    .sort((one, other) => other.score - one.score);
  if (indicated !== undefined) return [indicated.kind.id];
  return ABOUT.find(([type]) => spans.some((span) => span.type === type))?.[1] ?? ANYTHING;
}

/** Returns a clarifying question if a name is ambiguous. */
function ambiguity(reading: Reading, tokens: readonly Token[]): Understanding | undefined {
  const [doubt] = reading.ambiguous;
  if (doubt === undefined) return undefined;
  const options = [doubt.value, ...(doubt.others ?? [])] as Array<AnySpan['value']>;
  return { type: 'ask', reading, slot: slotName(reading, doubt.type), span: doubt.type, options, tokens };
}

/**
 * Returns a clarifying question if the complete reading has an ambiguous name, or if another reading fits better but
 * lacks a value.
 */
function questionBack(all: readonly Reading[], complete: Reading, tokens: readonly Token[]): Understanding | undefined {
  const doubt = ambiguity(complete, tokens);
  if (doubt !== undefined || cannotOf(tokens) !== undefined) return doubt;
  const lacking = all.find(
    (reading) =>
      isIndicated(reading) &&
      reading.missing.length === 1 &&
      !isEnumerated(reading.missing[0] as SpanType) &&
      reading.unexplained.length <= (reading.missing[0] === 'symbol' ? 1 : 0) &&
      reading.indication >= MIN_ASK_CUES &&
      isSensible(reading),
  );
  if (lacking === undefined || complete.score >= lacking.score) return undefined;
  const span = lacking.missing[0] as SpanType;
  return { type: 'ask', reading: lacking, slot: slotName(lacking, span), span, options: undefined, tokens };
}

/** Returns whether enough of a question is understood: a value, or words that clearly indicate the kind. */
const isSensible = ({ spans, cueScore, unexplained }: Reading): boolean =>
  unexplained.length === 0 ? spans.length > 0 || cueScore >= 2 : cueScore >= 1.5;

const NAMES: Partial<Record<SpanType, string>> = {
  portfolio: 'portfolioId',
  geofence: 'geofenceId',
  watchlist: 'watchlistId',
  rule: 'ruleId',
  alert: 'alertId',
};
const slotName = ({ kind }: Reading, type: SpanType): string => kind.askAs?.[type] ?? NAMES[type] ?? type;

/**
 * Returns the reason and similar kinds if a question asks for something that the service cannot do. A request is
 * recognized by the verb at its beginning, or by a phrase anywhere.
 */
function cannotOf(tokens: readonly Token[]): { sentence: string; near: readonly string[] } | undefined {
  const text = ` ${tokens.map(({ word }) => word).join(' ')} `;
  const first = tokens.find(({ word }) => !LEADING.has(word))?.word;
  for (const [phrases, sentence, near] of CANNOT) {
    if (phrases.split('|').some((phrase) => (phrase.includes(' ') ? text.includes(` ${phrase} `) : phrase === first)))
      return { sentence, near };
  }
  return undefined;
}
