import type { Token } from '../../../../language/token.js';
import { COMMON_WORDS } from '../language/common-words.js';
import type { Calendar } from '../spans/calendar.js';
import type { AnySpan, SpanType } from '../spans/span.js';
import { isOfFuture, type QuestionInput, type QuestionType, type SlotRule, Slots } from './question-type.js';

/** A kind of question with its words prepared for matching. */
export interface PreparedType extends QuestionType {
  /** Phrases that indicate the kind, by their first word, longest first. */
  phrases: ReadonlyMap<string, ReadonlyArray<{ words: readonly string[]; weight: number }>>;
  /** Phrases of which a question must contain one; empty for a kind that competes for every question. */
  subjects: ReadonlyMap<string, readonly (readonly string[])[]>;
  others: ReadonlySet<string>;
  /** Words of restrictions that the tool cannot apply. */
  restrictions: ReadonlySet<string>;
}

/** A question read as one kind. */
export interface Reading {
  kind: PreparedType;
  input: QuestionInput;
  spans: readonly AnySpan[];
  score: number;
  /** Sum of the weights of the cues found in the question. */
  cueScore: number;
  /** Strength with which cues, and values that occur only in this kind of question, indicate the kind. */
  indication: number;
  /** Tokens that neither values nor words of the kind explain. */
  unexplained: readonly number[];
  /** Tokens behind a name to search for, which restrict the search but do not belong to the name. */
  behindName: readonly number[];
  /** Required slots without a value. */
  missing: readonly SpanType[];
  /** Values whose name has several meanings. */
  ambiguous: readonly AnySpan[];
}

/** Weight of a phrase that names what a kind is about. */
const SUBJECT = 2.5;

export function prepare(kind: QuestionType): PreparedType {
  const phrases = new Map<string, Array<{ words: readonly string[]; weight: number }>>();
  const subjects = new Map<string, Array<readonly string[]>>();
  const parts = (text = '') => text.split('|').filter((part) => part !== '');
  for (const words of parts(kind.subject).map((text) => text.split(' ')))
    subjects.set(words[0] as string, [...(subjects.get(words[0] as string) ?? []), words]);
  for (const cue of [...parts(kind.subject).map((text) => `${text}*${SUBJECT}`), ...parts(kind.cues)]) {
    const [text = '', weight = '1'] = cue.split('*');
    const words = text.split(' ');
    phrases.set(words[0] as string, [...(phrases.get(words[0] as string) ?? []), { words, weight: Number(weight) }]);
  }
  for (const list of phrases.values()) list.sort((one, other) => other.words.length - one.words.length);
  const restrictions = new Set((kind.unapplied ?? '').split('|'));
  return { ...kind, phrases, subjects, others: new Set((kind.also ?? '').split(/[| ]/)), restrictions };
}

/** Whether a question names what a kind is about, or the kind competes for every question. */
export const isAbout = ({ subject, subjects }: PreparedType, tokens: readonly Token[]): boolean =>
  subject === undefined ||
  tokens.some(({ word }, from) =>
    subjects.get(word)?.some((words) => words.every((each, index) => tokens[from + index]?.word === each)),
  );

/** Words that refer to the object that the user is looking at. */
const REFERENCES: Partial<Record<SpanType, RegExp>> = {
  portfolio: /\b(?:this|my|the|that) portfolio\b/,
  watchlist: /\b(?:this|my|the|that) (?:watch)?list\b/,
  vessel: /\b(?:this|that) (?:ship|vessel|tanker|boat)\b/,
  place: /\b(?:it|there|that place|this place)\b/,
};

const EXACT_OWN = 1;
const PARTIAL = -0.7;
/** Weight of a value that the question does not name; such values contribute little. */
const IMPLIED = -1.5;
const UNEXPLAINED = 2;
const MISSING = 1;

/**
 * Reads a question as one kind: first its values, then cues; the remaining tokens are unexplained.
 * @param implied values that the question may omit
 * @param isFollowUp whether all values that the question omits are taken from `implied`
 */
export function readAs(
  kind: PreparedType,
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
  calendar: Calendar,
  implied: readonly AnySpan[] = [],
  isFollowUp = false,
): Reading {
  const spans = chosen(kind, candidates);
  const owner = new Array<boolean>(tokens.length).fill(false);
  for (const { from, to } of spans) owner.fill(true, from, to);
  const { cueScore, left } = cuesOf(kind, tokens, owner);
  const all = tokens.map(({ word }) => word).join(' ');
  const isOfAll =
    kind.ofAll === true &&
    (/\bportfolios\b|\b(?:which|what|any|each|every) portfolio\b/.test(all) ||
      (kind.ofAllWords?.test(all) === true &&
        !spans.some(({ type }) => type === 'portfolio') &&
        !REFERENCES.portfolio?.test(all)));
  const isText = kind.text !== undefined && !spans.some(({ type }) => type === 'quoted');
  for (const span of implied) {
    const rule = kind.slots[span.type];
    const isNeeded =
      isFollowUp ||
      rule?.required === true ||
      (kind.text === 'optional' && left.length === 0) ||
      REFERENCES[span.type]?.test(all) === true;
    if (
      rule !== undefined &&
      !(isOfAll && span.type === 'portfolio') &&
      (isFollowUp || rule.implied === true) &&
      isNeeded &&
      !spans.some(({ type }) => type === span.type)
    )
      spans.push(span);
  }
  const excluded = candidates.filter(({ type }) => type === 'excluded');
  const isExcluded = (at: number) => excluded.some(({ from, to }) => from <= at && at < to);
  const searchable = isText ? left.filter((at) => !isExcluded(at)) : left;
  const topic = isText && kind.isName !== true ? topicOf(tokens, searchable) : searchable;
  const found = !isText
    ? []
    : kind.isName === true
      ? ofName(tokens, withCapitals(tokens, searchable, owner), kind.isTopic === true)
      : withCapitals(tokens, topic, owner);
  const text = found.map((at) => (tokens[at] as Token).text.replace(/['’]s$/, '')).join(' ');
  const end = found.at(-1);
  const behindName = kind.isName === true && end !== undefined ? searchable.filter((at) => at > end) : [];
  const isTopic = (at: number) => topic.includes(at) || RELATING.has((tokens[at] as Token).word);
  const unexplained = isText ? left.filter((at) => !isTopic(at)) : left;
  const slots = new Slots(spans);
  const missing = (Object.entries(kind.slots) as Array<[SpanType, SlotRule]>)
    .filter(
      ([type, { required, min = 1 }]) =>
        required &&
        !(isOfAll && type === 'portfolio') &&
        new Set(slots.all(type).map((value) => JSON.stringify(value))).size < min,
    )
    .map(([type]) => type);
  const input = { slots, text, words: all, calendar };
  const needed = kind.needs?.(input);
  if (needed !== undefined) missing.push(needed);
  const slotScore = spans.reduce(
    (sum, { type, isExact, from, to }) =>
      sum +
      (from === to ? IMPLIED : 0) +
      Math.max(0, (kind.slots[type]?.weight ?? 1) + (isExact ? (isOwn(type) ? EXACT_OWN : 0) : PARTIAL)),
    0,
  );
  const ambiguous = kind.byName === true ? [] : spans.filter(({ others }) => others !== undefined);
  const score = cueScore + slotScore + (kind.bias ?? 0) - UNEXPLAINED * unexplained.length - MISSING * missing.length;
  const indication =
    cueScore +
    spans.reduce(
      (sum, { type, from, to }) => sum + (isIndicative(kind, type) && to > from ? (kind.slots[type]?.weight ?? 1) : 0),
      0,
    );
  return { kind, input, spans, score, cueScore, indication, unexplained, behindName, missing, ambiguous };
}

/** Words before a place that say that the question is about its surroundings. */
const BEFORE_PLACE = new Set('near nearby around off by'.split(' '));
const PLACES: ReadonlySet<SpanType> = new Set(['place', 'country', 'flag']);

/**
 * Returns the unexplained tokens of a reading without the prepositions of its places. The words of a kind need not list
 * them: a reading that uses the place has understood `near Taiwan`.
 */
export const notExplained = ({ unexplained, spans }: Reading, tokens: readonly Token[]): readonly number[] =>
  unexplained.filter((at) => {
    const place = tokens[at + 1]?.word === 'the' ? at + 2 : at + 1;
    return !(
      BEFORE_PLACE.has((tokens[at] as Token).word) &&
      spans.some(({ type, from, to }) => PLACES.has(type) && from === place && to > from)
    );
  });

const BEFORE_TOPIC = new Set('about on regarding concerning re mentioning'.split(' '));

/** Words that relate a topic to a value, such as a country; at the ends of a topic they mean nothing. */
const RELATING = new Set('between against amid versus'.split(' '));

/** Words that end a topic: what they exclude is no text to search for. */
const EXCLUDING = new Set('without excluding except excepting unless'.split(' '));

/** Returns the words of a topic: without words in lower case before `about`, as in `find me articles about lithium`. */
function topicOf(tokens: readonly Token[], all: readonly number[]): readonly number[] {
  const excluding = tokens.findIndex(({ word }) => EXCLUDING.has(word));
  const left = excluding < 0 ? all : all.filter((at) => at < excluding);
  const last = left.at(-1);
  const start = tokens.findIndex(({ word }, at) => BEFORE_TOPIC.has(word) && last !== undefined && at < last);
  const topic = left.filter((at) => at > start || (at > 0 && /^\p{Lu}/u.test((tokens[at] as Token).text)));
  const isInner = (at: number) => !RELATING.has(tokens[at]?.word ?? '');
  return topic.slice(Math.max(0, topic.findIndex(isInner)), topic.findLastIndex(isInner) + 1);
}

/** Words that may occur within names. */
const PARTICLES = new Set('de du des del la le les el los las der den dem von of and'.split(' '));

/**
 * Adds words in capitals next to a text to search for: `EVER GIVEN`. In a question that is entirely in capitals, they
 * cannot be distinguished.
 */
function withCapitals(tokens: readonly Token[], left: readonly number[], owner: readonly boolean[]): number[] {
  const found = new Set(left);
  // Particles within a name belong to it: `Juan de la Cruz`.
  for (const at of left) {
    let next = at + 1;
    while (PARTICLES.has(tokens[next]?.word ?? '') && owner[next] === false) next += 1;
    if (next > at + 1 && found.has(next)) for (let inner = at + 1; inner < next; inner += 1) found.add(inner);
  }
  const isCapital = (at: number) => /^\p{Lu}{2,}$/u.test(tokens[at]?.text ?? '') && owner[at] === false;
  if (tokens.every(({ text }) => text === text.toUpperCase())) return [...found].sort((one, other) => one - other);
  for (const at of left) {
    if (!isCapital(at)) continue;
    for (let next = at - 1; isCapital(next); next -= 1) found.add(next);
    for (let next = at + 1; isCapital(next); next += 1) found.add(next);
  }
  return [...found].sort((one, other) => one - other);
}

/** Maximum number of words in lower case within a name: `Black tide Maritime`. */
const MAX_INNER = 1;

/**
 * Returns the first and the last number of the longest part of ascending numbers without large gaps: a German sentence
 * has capitals outside of the name as well.
 */
function longestRun(numbers: readonly number[]): [first: number, last: number] {
  let longest: [number, number] = [numbers[0] as number, numbers[0] as number];
  let start = longest[0];
  numbers.forEach((number, index) => {
    if (index > 0 && number - (numbers[index - 1] as number) > MAX_INNER + 1) start = number;
    if (number - start >= longest[1] - longest[0]) longest = [start, number];
  });
  return longest;
}

/** Words at the end of names of companies. */
const OF_COMPANIES = new Set(
  (
    'ltd limited inc llc llp plc gmbh ag sa srl bv nv corp corporation co company group holding holdings bank shipping ' +
    'maritime marine lines logistics trading tankers carriers navigation energy petroleum oil gas mining steel partners ' +
    'brothers sons industries international services capital'
  ).split(' '),
);

/**
 * Returns the words from the first to the last capitalized word; behind them also words in lower case that end with a
 * word of companies, as in `Black tide maritime`, or all words of a topic, as in `about the Suez closure`. Returns all
 * words if none is capitalized. The first word of the question does not count, because it is capitalized anyway.
 */
function ofName(tokens: readonly Token[], text: readonly number[], isTopic: boolean): readonly number[] {
  const isCapital = (at: number) => /^\p{Lu}/u.test((tokens[at] as Token).text) && at > 0;
  const capitals = text.flatMap((at, index) => (isCapital(at) ? [index] : []));
  if (capitals.length === 0) return text;
  const [first, end] = longestRun(capitals);
  let last = end;
  const isAbout = isTopic && tokens.slice(0, text[first]).some(({ word }) => BEFORE_TOPIC.has(word));
  for (let at = last + 1; text[at] === (text[at - 1] as number) + 1; at += 1) {
    const { word } = tokens[text[at] as number] as Token;
    if (isAbout || OF_COMPANIES.has(word)) last = at;
  }
  return text.slice(first, last + 1);
}

const ENUMERATED: ReadonlySet<SpanType> = new Set([
  'indicator',
  'ranking',
  'transition',
  'squawk',
  'eventType',
  'shipType',
  'allocationBy',
  'method',
  'interval',
  'callsign',
  'icao24',
]);
/**
 * Whether words of a type determine the kind of the question, so that the user is never asked for a value of this type.
 */
export const isEnumerated = (type: SpanType): boolean => ENUMERATED.has(type);
const isIndicative = (kind: QuestionType, type: SpanType): boolean =>
  ENUMERATED.has(type) && (kind.slots[type]?.weight ?? 1) >= 1;

const isOwn = (type: SpanType): boolean =>
  ['portfolio', 'watchlist', 'geofence', 'rule', 'alert', 'client'].includes(type);

/**
 * Returns non-overlapping candidates of the types that the kind accepts: exact names of the user's own objects first,
 * then the longest.
 */
function chosen(kind: QuestionType, candidates: readonly AnySpan[]): AnySpan[] {
  const order = Object.keys(kind.slots);
  const wanted = candidates
    .filter(({ type, isExact }) => type in kind.slots && (isExact || kind.slots[type]?.exactOnly !== true))
    .sort(
      (one, other) =>
        Number(other.isExact && isOwn(other.type)) - Number(one.isExact && isOwn(one.type)) ||
        other.to - other.from - (one.to - one.from) ||
        // A slot with the weight 0 only explains its words, so its values come after the others.
        Number(kind.slots[one.type]?.weight === 0) - Number(kind.slots[other.type]?.weight === 0) ||
        Number(other.isExact) - Number(one.isExact) ||
        order.indexOf(one.type) - order.indexOf(other.type) ||
        one.from - other.from,
    );
  const taken: AnySpan[] = [];
  // Tokens and values are kept in sets, so that the cost grows linearly with the question.
  const covered = new Set<number>();
  const values = new Map<SpanType, Set<string>>();
  for (const span of wanted) {
    const places = Array.from({ length: span.to - span.from }, (_, index) => span.from + index);
    if (places.some((place) => covered.has(place))) continue;
    const known = values.get(span.type) ?? new Set<string>();
    const value = textOfValue(span);
    // A second name of the same value explains its words; a different value is not accepted.
    if (known.size > 0 && kind.slots[span.type]?.many !== true && !known.has(value)) continue;
    values.set(span.type, known.add(value));
    for (const place of places) covered.add(place);
    taken.push(span);
  }
  return taken.sort((one, other) => one.from - other.from);
}

/** Values of spans as JSON, kept because every kind of question compares them. */
const texts = new WeakMap<AnySpan, string>();

function textOfValue(span: AnySpan): string {
  const known = texts.get(span) ?? JSON.stringify(span.value);
  texts.set(span, known);
  return known;
}

/** Words of times: if no value contains them, a time was not understood. */
const OF_TIMES = new Set('since until till during ago between'.split(' '));

function cuesOf(
  kind: PreparedType,
  tokens: readonly Token[],
  owner: readonly boolean[],
): { cueScore: number; left: number[] } {
  const seen = new Set<string>();
  const left: number[] = [];
  let cueScore = 0;
  for (let at = 0; at < tokens.length; ) {
    if (owner[at]) {
      at += 1;
      continue;
    }
    const { word } = tokens[at] as Token;
    const cue = kind.phrases
      .get(word)
      ?.find(({ words }) => words.every((each, index) => tokens[at + index]?.word === each && !owner[at + index]));
    if (cue !== undefined) {
      const text = cue.words.join(' ');
      if (!seen.has(text)) cueScore += cue.weight;
      seen.add(text);
      at += cue.words.length;
      continue;
    }
    // `during the last two weeks`: the time begins behind the word.
    const next = tokens[at + 1]?.word === 'the' ? at + 2 : at + 1;
    const isTimed = 'period' in kind.slots && kind.text === undefined;
    const isDangling = isTimed && OF_TIMES.has(word) && owner[next] !== true;
    if (
      !kind.others.has(word) &&
      (isDangling || !COMMON_WORDS.has(word)) &&
      !/^[$€£¥%&+−<>≤≥-]$|^[-=]>$|^[<>]=$/.test(word)
    )
      left.push(at);
    at += 1;
  }
  return { cueScore, left };
}

/**
 * Whether a reading can answer the question: every token is explained, no value is missing, and the values make sense
 * together.
 */
export const isComplete = ({ kind, input, unexplained, missing }: Reading): boolean =>
  unexplained.length === 0 &&
  missing.length === 0 &&
  (kind.text !== 'required' || input.text !== '' || input.slots.has('quoted')) &&
  (kind.holds?.(input) ?? true) &&
  !isOfFuture(kind, input) &&
  (kind.accepts?.(input) ?? true);
