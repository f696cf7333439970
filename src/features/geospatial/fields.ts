import type { Position } from './position.js';

/**
 * The rule by which reports change a value: `motion` changes as the object moves, and null makes it unknown; `fact`
 * stays, and null says nothing; `sender` is said by every report, and an older report may add it; `report` belongs to
 * the latest report alone, and is unknown where that has none.
 */
export type Merge = 'motion' | 'fact' | 'sender' | 'report';

/** The definition of a field: storage, streams and responses follow from it. */
export type Field =
  /** Number of digits after the decimal point. */
  | { kind: 'decimal'; merge: Merge; digits: number }
  | { kind: 'integer'; merge: Merge; min: number; max: number }
  /** ms */
  | { kind: 'time'; merge: Merge }
  | Choice<string | boolean>
  | { kind: 'text'; merge: 'fact' }
  /** A text that many objects share. */
  | { kind: 'name'; merge: Merge };

interface Choice<Value> {
  kind: 'choice';
  merge: Merge;
  values: readonly Value[];
  /** Place of each value. */
  codes: ReadonlyMap<unknown, number>;
  /** The value while it is unknown; null if not given. */
  otherwise?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

export const decimal = (merge: Merge, digits = 2) => ({ kind: 'decimal', merge, digits }) as const;
export const integer = (merge: Merge, min: number, max: number) => ({ kind: 'integer', merge, min, max }) as const;
export const time = (merge: Merge) => ({ kind: 'time', merge }) as const;
export const text = () => ({ kind: 'text', merge: 'fact' }) as const;
export const name = (merge: Merge) => ({ kind: 'name', merge }) as const;
export const flag = (merge: Merge) => choice(merge, [false, true]);
export const choice = <Value extends string | boolean>(merge: Merge, values: readonly Value[]): Choice<Value> => ({
  kind: 'choice',
  merge,
  values,
  codes: new Map(values.map((value, code) => [value, code])),
});
/** A choice that every state has. */
export const certain = <Value extends string>(merge: Merge, values: readonly Value[], otherwise: Value) => ({
  ...choice(merge, values),
  otherwise,
});

type ValueOf<One> = One extends { values: readonly (infer Value)[] }
  ? Value
  : One extends { kind: 'text' | 'name' }
    ? string
    : number;

/** The fields in a state. Null: never reported, or reported as not available. */
export type StateOf<Table extends Fields> = {
  -readonly [Name in keyof Table]: Table[Name] extends { otherwise: unknown }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | null;
};

/** The fields in a report: a missing field is not part of it; null means not available. */
export type ReportedOf<Table extends Fields> = { -readonly [Name in keyof Table]?: StateOf<Table>[Name] };

/** The state that all moving objects have besides the fields of their table. */
export interface CommonState {
  /** MMSI, or the 24-bit address with `NON_ICAO` added when it is not an ICAO address. */
  key: number;
  /** Null until a report has one. */
  position: Position | null;
  accuracyMeters: number | null;
  /** Time of the position; of the latest report without a position (ms). */
  observedAt: number;
  receivedAt: number;
  /** Provider of the latest report. */
  provider: string;
}

/**
 * Compiles source text made of names and numbers of this program, never of data. A loop over the names of fields takes
 * several times as long as such code (bench live-index).
 * @param scope what the text may use, by name
 */
export function compile<Result>(scope: Readonly<Record<string, unknown>>, body: string): Result {
  return new Function(...Object.keys(scope), `'use strict';\n${body}`)(...Object.values(scope)) as Result;
}
