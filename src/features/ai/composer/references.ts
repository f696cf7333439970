import { isDeepStrictEqual } from 'node:util';
import type { Token } from '../../../language/token.js';
import { keptItems, keptSpans, type Memory } from './memory.js';
import type { Reading } from './question-types/parse-question.js';
import type { AnySpan, SpanType } from './spans/span.js';

/** Types of values to which `it` may refer. */
const THINGS: ReadonlySet<SpanType> = new Set([
  ...(['vessel', 'symbol', 'portfolio', 'watchlist', 'geofence', 'rule', 'alert', 'callsign', 'client'] as const),
]);
const PLACES: ReadonlySet<SpanType> = new Set(['place', 'country', 'geofence']);
const TIMES: ReadonlySet<SpanType> = new Set(['period', 'moment']);

/**
 * The sort of value that words refer to: a thing (an object such as an instrument or a vessel), a place, a time, or an
 * item that the last answer lists.
 */
type Referent = 'thing' | 'place' | 'time' | 'listed';

/** Words of a question that refer to the conversation, with the values that they may mean. */
export interface Reference {
  referent: Referent;
  from: number;
  to: number;
  spans: readonly AnySpan[];
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  '1st': 0,
  '2nd': 1,
  '3rd': 2,
  '4th': 3,
  '5th': 4,
};
/**
 * Words that may follow an ordinal, as in `the second vessel`, with the type of value that they name; undefined: any
 * type.
 */
const LISTED: Readonly<Record<string, SpanType | undefined>> = {
  one: undefined,
  ship: 'vessel',
  vessel: 'vessel',
  tanker: 'vessel',
  boat: 'vessel',
  stock: 'symbol',
  share: 'symbol',
  company: 'symbol',
  instrument: 'symbol',
  portfolio: 'portfolio',
  alert: 'alert',
};

/** Finds the words of a question that refer to an earlier message. */
export function referencesIn(tokens: readonly Token[], memory: Memory): Reference[] {
  const kept = keptSpans(memory);
  const items = keptItems(memory);
  const word = (at: number) => tokens[at]?.word ?? '';
  const at = (span: AnySpan, from: number, to: number): AnySpan => ({ ...span, from, to });
  const found: Reference[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const ordinal = ORDINALS[word(from)];
    const type = LISTED[word(from + 1)];
    if (ordinal !== undefined && word(from + 1) in LISTED && !/^(?:of|in)$/.test(word(from + 2))) {
      const start = word(from - 1) === 'the' ? from - 1 : from;
      const fitting = items.filter((item) => type === undefined || item.type === type);
      const one = fitting.at(ordinal);
      found.push({
        referent: 'listed',
        from: start,
        to: from + 2,
        spans: one === undefined ? [] : [at(one, start, from + 2)],
      });
    } else if (
      word(from) === 'there' &&
      !/^(?:are|is|any|was|were)$/.test(word(from - 1)) &&
      !isExistential(tokens, from)
    )
      found.push(reference('place', PLACES, from, from + 1));
    else if (word(from) === 'then' && !tokens.slice(0, from).some((token) => token.word === 'if') && from > 0)
      found.push(reference('time', TIMES, from, from + 1));
    else if (word(from) === 'it' || word(from) === 'its') found.push(reference('thing', THINGS, from, from + 1));
  }
  return found;

  function reference(referent: Referent, types: ReadonlySet<SpanType>, from: number, to: number): Reference {
    const spans = kept.filter((span) => types.has(span.type)).map((span) => at(span, from, to));
    return { referent, from, to, spans };
  }
}

/** Whether `there` does not refer to a place: `there are`, `is there a`, or as the first word. */
const isExistential = (tokens: readonly Token[], at: number): boolean =>
  /^(?:is|are|was|were|has|have|a|an|any|been)$/.test(tokens[at + 1]?.word ?? '') || at === 0;

/**
 * Returns a reference (`it`, `there`) that the chosen interpretation of the question did not resolve although it should
 * have; the answer would then be about something else. Undefined if every reference was resolved.
 * @param pointed values to which `it` may refer: values of the conversation, and the object that the user is looking at
 */
export function unresolved(
  references: readonly Reference[],
  { kind, spans }: Reading,
  pointed: readonly AnySpan[],
): Reference | undefined {
  const has = (types: ReadonlySet<SpanType>) => [...types].some((type) => type in kind.slots);
  return references.find(({ referent, from, to }) => {
    if (spans.some((span) => span.from <= from && span.to >= to && span.to > span.from)) return false;
    if (referent === 'listed') return true;
    if (referent === 'place') return has(PLACES) && !spans.some(({ type }) => PLACES.has(type));
    if (referent === 'time') return has(TIMES) && !spans.some(({ type }) => TIMES.has(type));
    // The reading took the only object of a type instead of the object that was named before.
    const isPointed = (span: AnySpan) =>
      pointed.some(({ type, value }) => type === span.type && isDeepStrictEqual(value, span.value));
    return spans.some((span) => span.to === span.from && THINGS.has(span.type) && !isPointed(span));
  });
}
