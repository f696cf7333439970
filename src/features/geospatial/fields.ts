import type { Position } from './position.js';

/**
 * The rule by which a report changes the state. `motion`: null makes the value unknown. `fact`: null leaves the known
 * value. `sender`: null leaves the known value, and a late report may fill an unknown one. `report`: the value belongs
 * to the latest report only, and is unknown if that report does not have it.
 */
export type Merge = 'motion' | 'fact' | 'sender' | 'report';

/** The definition of a field; its storage, streams and responses are derived from it. */
export type Field =
  /** `digits`: number of digits after the decimal point. */
  | { kind: 'decimal'; merge: Merge; digits: number }
  | { kind: 'integer'; merge: Merge; min: number; max: number }
  /** A time in milliseconds. */
  | { kind: 'time'; merge: Merge }
  | Choice<string | boolean>
  | { kind: 'text'; merge: 'fact' }
  /** A text that many objects share; stored once. */
  | { kind: 'name'; merge: Merge };

interface Choice<Value> {
  kind: 'choice';
  merge: Merge;
  values: readonly Value[];
  /** Index of each value in `values`. */
  codes: ReadonlyMap<unknown, number>;
  /** The value while no report has one; null if omitted. */
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
/** Defines a choice that has the value `otherwise` while it is unknown, so it is never null. */
export const certain = <Value extends string>(merge: Merge, values: readonly Value[], otherwise: Value) => ({
  ...choice(merge, values),
  otherwise,
});

type ValueOf<One> = One extends { values: readonly (infer Value)[] }
  ? Value
  : One extends { kind: 'text' | 'name' }
    ? string
    : number;

/** The values of the fields in a state. Null: never reported, or reported as not available. */
export type StateOf<Table extends Fields> = {
  -readonly [Name in keyof Table]: Table[Name] extends { otherwise: unknown }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | null;
};

/** The values of the fields in a report. Missing: the report does not have the field. Null: not available. */
export type ReportedOf<Table extends Fields> = { -readonly [Name in keyof Table]?: StateOf<Table>[Name] };

/** The state that all moving objects have besides the fields of their table. */
export interface CommonState {
  /** MMSI, or the 24-bit address with `NON_ICAO` added when it is not an ICAO address. */
  key: number;
  /** Position of the object; null until a report has one. */
  position: Position | null;
  accuracyMeters: number | null;
  /** Time of the position, or of the latest report while there is no position (ms). */
  observedAt: number;
  receivedAt: number;
  /** Provider of the latest report. */
  provider: string;
}

/**
 * Compiles source text that consists only of names and numbers of this program, never of data. A loop over the names of
 * the fields would take several times as long as the compiled code (bench live-index).
 * @param scope values that the text may use, by name
 */
export function compile<Result>(scope: Readonly<Record<string, unknown>>, body: string): Result {
  return new Function(...Object.keys(scope), `'use strict';\n${body}`)(...Object.values(scope)) as Result;
}
