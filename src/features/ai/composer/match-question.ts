import { CANNOT, LEADING } from './language/common-words.js';
import type { Token } from './language/token.js';
import { tokensOf } from './language/tokens.js';
import { distance } from './language/vocabulary.js';
import {
  corrected,
  isComplete,
  readings,
  type Surroundings,
  spansIn,
  unknownRuns,
  vocabulary,
} from './question-spans.js';
import { isEnumerated, type Reading } from './question-types/parse-question.js';
import { quotedIn } from './spans/identifiers.js';
import type { AnySpan, Named, SpanType } from './spans/span.js';

/** Finds objects by a name that is no one's own: vessels of the live state, instruments beyond the directory. */
export interface NameSearch {
  /** Vessels with all words of the phrase in their name, the best first, at most five. */
  vessels(phrase: string): Promise<readonly Named[]>;
}

export interface Asked {
  text: string;
  surroundings: Surroundings;
  names: NameSearch;
  /**
   * Values that the question may leave out: what the user is looking at, what the message before was about, the only
   * one there is.
   */
  implied: readonly AnySpan[];
  /** The user's choice among several values of a name. */
  chosen?: AnySpan;
}

/** The meaning of a question. */
export type Understanding =
  | { type: 'answer'; reading: Reading; tokens: readonly Token[] }
  | {
      type: 'ask';
      reading: Reading;
      slot: string;
      span: SpanType;
      options: readonly AnySpan['value'][] | undefined;
      tokens: readonly Token[];
    }
  | { type: 'refuse'; sentence: string | undefined; near: readonly string[] };

/** Names of one question that are searched for. */
const MAX_SEARCHED = 3;
const MIN_ASK_CUES = 1;
/** Prepositions alone do not show what a refused question is near to. */
const MIN_NEAR_CUES = 1.5;
const MIN_SEARCHED = 4;
const MAX_NAME_WORDS = 3;

/** Recognizes one question. Searches for names only when the question cannot be read without. */
export async function understand({ text, surroundings, names, implied, chosen }: Asked): Promise<Understanding> {
  const decided = (spans: readonly AnySpan[]) =>
    spans.map((span) =>
      chosen !== undefined && span.type === chosen.type && span.others !== undefined ? settled(span, chosen) : span,
    );
  const plain = tokensOf(text);
  const { calendar } = surroundings;
  const direct = decided([...quotedIn(text, plain), ...spansIn(plain, surroundings)]);
  const first = readings(plain, direct, calendar, implied);
  const answer = best(first, plain);
  if (answer !== undefined && unknownRuns(plain, direct).length === 0) return decide(answer, first, plain, direct);
  const found = decided(await searched(plain, direct, names));
  const named = [...direct, ...found];
  const second = readings(plain, named, calendar, implied);
  const withNames = best(second, plain);
  if (withNames !== undefined && !isGuess(withNames, plain)) return decide(withNames, second, plain, named);
  const tokens = corrected(plain, named, surroundings.own);
  if (tokens !== plain) {
    const spans = decided([...quotedIn(text, tokens), ...spansIn(tokens, surroundings), ...found]);
    const third = readings(tokens, spans, calendar, implied);
    const mended = best(third, tokens);
    if (mended !== undefined) return decide(mended, third, tokens, spans);
    return decide(undefined, third, tokens, spans);
  }
  return decide(withNames, second, tokens, named);
}

/** A name with the value that the user chose. */
const settled = ({ others: _others, ...span }: AnySpan, { value }: AnySpan): AnySpan => ({ ...span, value }) as AnySpan;

const best = (all: readonly Reading[], tokens: readonly Token[]): Reading | undefined => {
  const cannot = cannotOf(tokens);
  return all.find(
    (reading) =>
      isComplete(reading) &&
      !(cannot !== undefined && reading.kind.text !== undefined && reading.kind.id !== 'search-everything'),
  );
};

/** Text to search for that may be a typing error of a word with a meaning. */
function isGuess({ kind, input }: Reading, tokens: readonly Token[]): boolean {
  if (kind.text === undefined || input.text === '') return false;
  const isShouted = tokens.every(({ text }) => text === text.toUpperCase());
  const name = isShouted ? /^[A-Z][a-z]/ : /^[A-Z][A-Za-z]/;
  return tokens.some(
    ({ word, text }) =>
      input.text.includes(text) &&
      !name.test(text) &&
      !vocabulary().has(word) &&
      vocabulary().correct(word) !== undefined,
  );
}

function decide(
  answer: Reading | undefined,
  all: readonly Reading[],
  tokens: readonly Token[],
  spans: readonly AnySpan[],
): Understanding {
  const question = questionBack(all, answer, tokens);
  if (question !== undefined) return question;
  if (answer !== undefined) return { type: 'answer', reading: answer, tokens };
  const cannot = cannotOf(tokens);
  return { type: 'refuse', sentence: cannot?.sentence, near: cannot?.near ?? nearestTo(all, spans) };
}

/** Kinds of questions about what a question names, where its words indicate no kind. */
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

/** The kind that the words of a question indicate most, else those about what it names, else some of everything. */
function nearestTo(all: readonly Reading[], spans: readonly AnySpan[]): readonly string[] {
  const [indicated] = all
    .filter(({ cueScore, unexplained }) => cueScore >= MIN_NEAR_CUES && unexplained.length <= 2)
    .sort((one, other) => other.score - one.score);
  if (indicated !== undefined) return [indicated.kind.id];
  return ABOUT.find(([type]) => spans.some((span) => span.type === type))?.[1] ?? ANYTHING;
}

/** A question back when the best reading lacks a value or has several. */
function questionBack(
  all: readonly Reading[],
  answer: Reading | undefined,
  tokens: readonly Token[],
): Understanding | undefined {
  const [doubt] = answer?.ambiguous ?? [];
  if (answer !== undefined && doubt !== undefined) {
    const values = [doubt.value, ...(doubt.others ?? [])] as Array<AnySpan['value']>;
    return {
      type: 'ask',
      reading: answer,
      slot: slotName(answer, doubt.type),
      span: doubt.type,
      options: values,
      tokens,
    };
  }
  if (cannotOf(tokens) !== undefined) return undefined;
  const lacking = all.find(
    (reading) =>
      reading.missing.length === 1 &&
      !isEnumerated(reading.missing[0] as SpanType) &&
      reading.unexplained.length <= (reading.missing[0] === 'symbol' ? 1 : 0) &&
      reading.indication >= MIN_ASK_CUES &&
      isSensible(reading),
  );
  if (lacking === undefined || (answer !== undefined && answer.score >= lacking.score)) return undefined;
  const span = lacking.missing[0] as SpanType;
  return { type: 'ask', reading: lacking, slot: slotName(lacking, span), span, options: undefined, tokens };
}

/**
 * Something of the question must be understood beside common words: a value, or words that clearly indicate the kind.
 */
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

/** Returns the part of a question that cannot be done: a verb that it begins with, or a phrase anywhere. */
function cannotOf(tokens: readonly Token[]): { sentence: string; near: readonly string[] } | undefined {
  const text = ` ${tokens.map(({ word }) => word).join(' ')} `;
  const first = tokens.find(({ word }) => !LEADING.has(word))?.word;
  for (const [phrases, sentence, near] of CANNOT) {
    if (phrases.split('|').some((phrase) => (phrase.includes(' ') ? text.includes(` ${phrase} `) : phrase === first)))
      return { sentence, near };
  }
  return undefined;
}

/** Vessels by the words that nothing else explains, together with the words around them that belong to the name. */
async function searched(
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
  names: NameSearch,
): Promise<AnySpan[]> {
  const found: AnySpan[] = [];
  for (const run of unknownRuns(tokens, candidates).slice(0, MAX_SEARCHED)) {
    const match = await longestName(tokens, run, names);
    if (match === undefined) continue;
    const { from, to, vessels } = match;
    const vessel = vessels[0] as Named;
    const parts = vessel.name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const belongs = (at: number) =>
      parts.includes(tokens[at]?.word ?? '') ||
      parts.includes((tokens[at]?.text ?? '').toLowerCase().replace(/['’]s$/, ''));
    let [start, end] = [from, to];
    while (start > 0 && belongs(start - 1)) start -= 1;
    while (end < tokens.length && belongs(end)) end += 1;
    const others = vessels.slice(1).filter(({ name }) => name.toLowerCase() === vessel.name.toLowerCase());
    found.push({
      type: 'vessel',
      from: start,
      to: end,
      value: vessel,
      isExact: true,
      ...(others.length > 0 && { others }),
    });
  }
  return found;
}

/** The longest part of a run of words that vessels are called by: the rest may be typing errors. */
async function longestName(
  tokens: readonly Token[],
  run: { from: number; to: number },
  names: NameSearch,
): Promise<{ from: number; to: number; vessels: readonly Named[] } | undefined> {
  const words = tokens.slice(run.from, run.to).map(({ word }) => word);
  for (let length = Math.min(words.length, MAX_NAME_WORDS); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const part = words.slice(start, start + length);
      if (length === 1 && words.length > 1 && (part[0] as string).length < MIN_SEARCHED) continue;
      const vessels = await vesselsCalled(part, names);
      if (vessels.length > 0) return { from: run.from + start, to: run.from + start + length, vessels };
    }
  }
  return undefined;
}

/** Vessels with all words in their name; without one, those whose name differs by typing errors. */
async function vesselsCalled(words: readonly string[], names: NameSearch): Promise<readonly Named[]> {
  const exact = await names.vessels(words.join(' '));
  const longest = [...words].sort((one, other) => other.length - one.length)[0] as string;
  if (exact.length > 0 || words.length < 2 || longest.length < MIN_SEARCHED) return exact;
  const similar = await names.vessels(longest);
  return similar.filter(({ name }) => {
    const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => parts.some((part) => distance(word, part, 1) <= 1));
  });
}
