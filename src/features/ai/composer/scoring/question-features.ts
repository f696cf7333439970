import type { Token } from '../../../../language/token.js';
import type { AnySpan, SpanType } from '../spans/span.js';

/** A property of a question and its strength. */
export interface Feature {
  name: string;
  value: number;
}

/** Types of values whose words do not indicate the kind of a question, with the name that replaces their words. */
const VALUES: Readonly<Partial<Record<SpanType, string>>> = {
  portfolio: 'portfolio',
  watchlist: 'watchlist',
  geofence: 'geofence',
  rule: 'rule',
  alert: 'alert',
  client: 'client',
  symbol: 'symbol',
  currency: 'currency',
  vessel: 'vessel',
  place: 'place',
  country: 'country',
  flag: 'flag',
  exchange: 'exchange',
  callsign: 'callsign',
  icao24: 'callsign',
  imo: 'imo',
  quoted: 'quoted',
  period: 'time',
  moment: 'time',
  clock: 'time',
  recurrence: 'recurrence',
  percent: 'percent',
  fraction: 'percent',
  distance: 'distance',
  speed: 'speed',
  slowness: 'speed',
  limit: 'limit',
  excluded: 'excluded',
  magnitude: 'magnitude',
  duration: 'duration',
  amount: 'number',
  count: 'number',
};
const OWN: ReadonlySet<SpanType> = new Set(['portfolio', 'watchlist', 'geofence', 'rule', 'alert', 'client']);

/** Whether values of a type are the user's own objects. */
export const isOwn = (type: SpanType): boolean => OWN.has(type);

/**
 * Returns the values of a question. If values overlap, an exact name of the user's own object is kept, otherwise
 * the longest value.
 */
export function valuesIn(spans: readonly AnySpan[]): AnySpan[] {
  const wanted = spans
    .filter(({ type, from, to }) => type in VALUES && to > from)
    .sort(
      (one, other) =>
        Number(other.isExact && OWN.has(other.type)) - Number(one.isExact && OWN.has(one.type)) ||
        other.to - other.from - (one.to - one.from) ||
        Number(other.isExact) - Number(one.isExact) ||
        one.from - other.from,
    );
  const taken: AnySpan[] = [];
  for (const span of wanted) if (!taken.some(({ from, to }) => span.from < to && from < span.to)) taken.push(span);
  return taken.sort((one, other) => one.from - other.from);
}

/** A word of a question, or a value that replaces its words. */
export interface Item {
  /** The word, or the name of the value's type in angle brackets: `<symbol>`. */
  name: string;
  isValue: boolean;
  /** Index of its first token. */
  at: number;
}

/** Returns the words of a question, with values replacing their words. */
export function itemsOf(tokens: readonly Token[], spans: readonly AnySpan[]): Item[] {
  const values = valuesIn(spans);
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; ) {
    const value = values.find(({ from }) => from === at);
    // `A380s` are aircraft, so the question is one about aircraft.
    const type = spans.find((span) => span.type === 'aircraftType' && span.from === at);
    if (type !== undefined && tokens.slice(at, type.to).some(({ word }) => /\d/.test(word))) {
      items.push({ name: 'aircraft', isValue: false, at });
      at = type.to;
      continue;
    }
    if (value === undefined) {
      items.push({ name: (tokens[at] as Token).word, isValue: false, at });
      at += 1;
      continue;
    }
    // A name with several meanings, such as `London`, is replaced by the names of all its types.
    const names = spans
      .filter(({ type, from, to }) => type in VALUES && from === value.from && to === value.to)
      .map(({ type }) => VALUES[type] as string);
    items.push({ name: `<${[...new Set(names)].sort().join('/')}>`, isValue: true, at });
    at = value.to;
  }
  return items;
}

const ENDINGS = /(?:ings?|ed|es|s|ly|ion|ions|ment|ments|al|er|ers)$/;
const MIN_STEM = 4;
const MIN_PIECES = 5;
const PIECE = 0.25;
const MAX_UNKNOWN = 3;
const UNKNOWN = '<unknown>';

/** Returns a word without its ending. */
export function stemOf(word: string): string {
  const stem = word.replace(ENDINGS, '');
  return stem.length >= MIN_STEM ? stem : word;
}

/** Returns all sequences of three to five letters of a word, which it shares with misspellings and other forms. */
function piecesOf(word: string): string[] {
  const text = `_${word}_`;
  const pieces: string[] = [];
  for (let length = 3; length <= 5; length += 1)
    for (let from = 0; from + length <= text.length; from += 1) pieces.push(text.slice(from, from + length));
  return pieces;
}

/** Whether a text is a word that can carry meaning. */
export const isWordy = (word: string): boolean => /^\p{L}{2}/u.test(word);

/**
 * Returns the features of a question that do not depend on a kind: words, stems, pairs and parts of words, values, the
 * first word, and the number of unknown words.
 * @param isKnown whether a word is in the vocabulary or occurred in the training questions
 */
export function featuresOf(
  tokens: readonly Token[],
  spans: readonly AnySpan[],
  isKnown: (word: string) => boolean,
): Feature[] {
  const items = itemsOf(tokens, spans);
  const found = new Map<string, number>();
  const add = (name: string, value = 1) => found.set(name, Math.max(value, found.get(name) ?? 0));
  add('bias');
  let unknown = 0;
  // Neighbors of an unknown word say more than the word: `<unknown> of <vessel>`.
  const names = items.map(({ name, isValue }) => (isValue || !isWordy(name) || isKnown(name) ? name : UNKNOWN));
  items.forEach(({ name, isValue }, index) => {
    const next = items[index + 1];
    if (next !== undefined) add(`pair ${names[index]} ${names[index + 1]}`, 0.7);
    if (isValue) return;
    add(`word ${name}`);
    if (!isWordy(name)) return;
    add(`stem ${stemOf(name)}`, 0.7);
    if (names[index] === UNKNOWN) unknown += 1;
    if (name.length >= MIN_PIECES) for (const piece of piecesOf(name)) add(`part ${piece}`, PIECE);
  });
  const [first] = items;
  if (first !== undefined) add(`first ${names[0]}`, 0.7);
  for (const type of new Set(spans.filter(({ from, to }) => to > from).map((span) => span.type))) add(`has ${type}`);
  const counts = new Map<string, number>();
  for (const { name, isValue } of items) if (isValue) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, count] of counts) add(`${count > 1 ? 'several' : 'value'} ${name}`);
  for (let count = 1; count <= Math.min(unknown, MAX_UNKNOWN); count += 1) add(`unknown ${count}`);
  if (items.length <= 2) add('short');
  return [...found].map(([name, value]) => ({ name, value }));
}
