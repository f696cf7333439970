import { fieldsOf, listOf, textOf } from './answers/template.js';
import type { AnySpan, Moment, Period, SpanType } from './spans/span.js';

/** A value that is kept for the next messages. */
interface Kept {
  type: SpanType;
  value: unknown;
}

/** A clarifying question that has not been answered yet. */
export interface Pending {
  /** The question that lacks a value. */
  text: string;
  /** Type of the missing value; undefined if the options are kinds of questions. */
  type?: SpanType;
  slot: string;
  /** Values that the question offers; undefined if it offers none. */
  options?: unknown[];
  /** Ids of the kinds of questions that the options stand for. */
  kinds?: string[];
}

/** State that the composer keeps for the next message of a thread, as JSON. */
export interface Memory {
  kind?: string;
  spans: Kept[];
  /** Values that the last answer lists, in its order. */
  items?: Kept[];
  pending?: Pending;
  /** Number of messages since the question named the values. */
  age: number;
}

/** Values are dropped after this number of messages that do not name them. */
const MAX_AGE = 3;
const MAX_SPANS = 20;
const MAX_THINGS = 10;

export const emptyMemory: Memory = { spans: [], age: 0 };

/** Returns the memory after an answered question: its kind and values. */
export function remember(kind: string, spans: readonly AnySpan[], listed: readonly AnySpan[] = []): Memory {
  const kept = (all: readonly AnySpan[]) =>
    all.slice(0, MAX_SPANS).map(({ type, value }) => ({ type, value: JSON.parse(JSON.stringify(value)) }));
  return { kind, spans: kept(spans), ...(listed.length > 0 && { items: kept(listed) }), age: 0 };
}

/** Returns the memory stored with the previous message; empty if it is missing, invalid or too old. */
export function memoryOf(stored: object | undefined): Memory {
  const memory = stored as Partial<Memory> | undefined;
  if (memory === undefined || !Array.isArray(memory.spans) || typeof memory.age !== 'number' || memory.age >= MAX_AGE)
    return emptyMemory;
  return memory as Memory;
}

/** Returns the kept values as spans without a position in the new question. */
export const keptSpans = ({ spans }: Memory): AnySpan[] => spans.map(spanOf);

/** Returns the values that the last answer lists, as spans without a position. */
export const keptItems = ({ items = [] }: Memory): AnySpan[] => items.map(spanOf);

const spanOf = ({ type, value }: Kept): AnySpan =>
  ({ type, from: 0, to: 0, isExact: true, value: revived(type, value) }) as AnySpan;

/** Returns the span of a value that the user chose for a clarifying question. */
export const chosenSpan = ({ type }: Pending, value: unknown): AnySpan =>
  ({ type, from: 0, to: 0, isExact: true, value: revived(type, value) }) as AnySpan;

function revived(type: SpanType | undefined, value: unknown): unknown {
  if (type === 'moment') return { ...(value as Moment), at: new Date((value as Moment).at) };
  if (type !== 'period') return value;
  const { from, to } = value as Period;
  return { ...(value as Period), from: from && new Date(from), to: to && new Date(to) };
}

/** Returns the things that an answer lists, in its order, at most `MAX_THINGS`. */
export function thingsOf(tool: string, value: unknown): AnySpan[] {
  const items = listOf(fieldsOf(value).items).slice(0, MAX_THINGS);
  const span = <Value>(type: SpanType, of: Value) => ({ type, value: of, from: 0, to: 0, isExact: true }) as AnySpan;
  switch (tool) {
    case 'list_vessels':
      return items.map(({ mmsi, name }) => span('vessel', { id: textOf(mmsi), name: textOf(name) || textOf(mmsi) }));
    case 'list_geofence_members':
      return items.flatMap(({ entity, name }) => {
        const [type, id = ''] = textOf(entity).split(':');
        return type === 'vessel' ? [span('vessel', { id, name: textOf(name) || id })] : [];
      });
    case 'list_movers':
    case 'list_watchlist_quotes':
    case 'list_holdings':
    case 'compare_instruments':
      return items.map(({ symbol }) => span('symbol', textOf(symbol)));
    case 'list_alerts':
      return items.map(({ id, title }) => span('alert', { id: textOf(id), name: textOf(title) }));
    default:
      return [];
  }
}
