import { degrees, feature, pointGeometry } from '../../../http/geojson.js';
import { RECORDING, warningsOf } from '../data-origin.js';
import { compile, type Field, type Fields } from '../fields.js';
import { instant } from '../instant.js';
import { idOf, type Layer } from '../layer.js';
import type { Moving, Table } from './field-columns.js';

const RECORDING_WARNINGS = JSON.stringify(warningsOf([RECORDING]));

/** Returns a text or null as JSON. */
export const quoted = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

/**
 * Functions that write a field as one or more JSON members, where the default form does not fit; null: the field is
 * written with another field.
 */
export type Members<State extends Moving> = { readonly [Name in keyof State]?: ((state: State) => string) | null };

export interface WrittenFields<State extends Moving> {
  layer: Layer;
  fields: Table<State>;
  /** Writes the JSON members that precede the fields, such as `mmsi`. */
  first(key: number): string;
  /** The first field after the position. */
  afterPosition: keyof State;
  members: Members<State>;
}

/**
 * Writes states as JSON: the fields of the table in its order, by one compiled function, with the position, distance
 * and provenance.
 */
export class StateWriter<State extends Moving> {
  private readonly identity: (state: State) => string;
  private readonly rest: (state: State) => string;

  constructor(private readonly parts: WrittenFields<State>) {
    const names = Object.keys(parts.fields);
    const split = names.indexOf(parts.afterPosition as string);
    this.identity = this.compiled(names.slice(0, split));
    this.rest = this.compiled(names.slice(split));
  }

  /**
   * Writes a state as JSON.
   * @param staleBefore observations before this time (ms) are stale
   * @param meters value of `distanceMeters`; undefined leaves it out
   * @param more further JSON members that precede `observedAt`, each with a comma before it
   */
  readonly json = (state: State, staleBefore: number, meters?: number, more = ''): string => {
    const { position } = state;
    const place = position === null ? 'null' : `{"lat":${degrees(position.lat)},"lon":${degrees(position.lon)}}`;
    return `{${this.parts.first(state.key)},${this.identity(state)},"position":${place},${this.others(state, staleBefore, meters, more)}}`;
  };

  /**
   * Writes a state as a GeoJSON Feature with the same members, except the position, which is its geometry. The altitude
   * stays a property, because a third coordinate would be in meters.
   */
  readonly feature = (state: State, staleBefore: number, meters?: number, more = ''): string => {
    const { key, position } = state;
    const geometry = position === null ? 'null' : pointGeometry(position.lat, position.lon);
    const properties = `{${this.parts.first(key)},${this.identity(state)},${this.others(state, staleBefore, meters, more)}}`;
    return feature(idOf(this.parts.layer, key), geometry, properties);
  };

  private others(state: State, staleBefore: number, meters: number | undefined, more: string): string {
    return `${meters === undefined ? '' : `"distanceMeters":${meters},`}${this.rest(state)}${more},${writtenProvenance(state, staleBefore)}`;
  }

  private compiled(names: readonly string[]): (state: State) => string {
    const { fields, members } = this.parts as unknown as { fields: Fields; members: Readonly<Record<string, unknown>> };
    const written = names
      .filter((name) => members[name] !== null)
      .map((name) =>
        members[name] === undefined
          ? `'"${name}":' + ${valueCode(name, fields[name] as Field)}`
          : `members.${name}(state)`,
      );
    return compile({ members, quoted, instant }, `return (state) => ${written.join(" + ',' + ")};`);
  }
}

/** Generates the source text that writes the value of a field as JSON. */
function valueCode(name: string, field: Field): string {
  const value = `state.${name}`;
  if (field.kind === 'text' || field.kind === 'name') return `quoted(${value})`;
  if (field.kind === 'time') return `(${value} === null ? 'null' : '"' + instant(${value}) + '"')`;
  if (field.kind === 'choice' && typeof field.values[0] === 'string')
    return `(${value} === null ? 'null' : '"' + ${value} + '"')`;
  return value;
}

/** Writes `observedAt` and `provenance` as JSON. */
function writtenProvenance({ provider, observedAt, receivedAt }: Moving, staleBefore: number): string {
  const asOf = instant(observedAt);
  const warnings = provider === RECORDING ? RECORDING_WARNINGS : '[]';
  return `"observedAt":"${asOf}","provenance":{"provider":${quoted(provider)},"asOf":"${asOf}","fetchedAt":"${instant(receivedAt)}","delaySeconds":0,"stale":${observedAt < staleBefore},"warnings":${warnings}}`;
}
