import { type Aircraft, aircraftFields } from '../../aircraft.js';
import type { Field, Fields } from '../../fields.js';
import type { Layer } from '../../layer.js';
import { isPosition } from '../../position.js';
import { type Vessel, vesselFields } from '../../vessel.js';

/** The stored state of an object; its key is a separate column. */
export type MovingState = Vessel | Aircraft;

const entries = (fields: Fields) => Object.entries(fields);
const fieldsOf: Readonly<Record<Layer, ReturnType<typeof entries>>> = {
  vessels: entries(vesselFields),
  aircraft: entries(aircraftFields),
};

/**
 * Returns the value of a field; null for a value of another type, which an older or a newer version may have written.
 */
function readValue(value: unknown, field: Field): unknown {
  if (field.kind === 'choice') return field.codes.has(value) ? value : (field.otherwise ?? null);
  return typeof value === (field.kind === 'text' || field.kind === 'name' ? 'string' : 'number') ? value : null;
}

function positionOf(value: unknown): MovingState['position'] {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown };
  return typeof lat === 'number' && typeof lon === 'number' && isPosition(lat, lon) ? { lat, lon } : null;
}

/**
 * Returns the JSON of an object for its table. JSON in PostgreSQL cannot contain NUL, which is removed, or lone
 * surrogates, which are replaced.
 */
export function storedState(state: MovingState): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value);
  return JSON.stringify(state, (name, value) => (name === 'key' ? undefined : text(value)));
}

/** Parses the stored JSON of an object; undefined for an invalid one. */
export function restoredState(
  layer: Layer,
  key: number,
  stored: Readonly<Record<string, unknown>>,
): MovingState | undefined {
  const { observedAt, receivedAt, provider, position, accuracyMeters } = stored;
  if (typeof observedAt !== 'number' || typeof receivedAt !== 'number' || typeof provider !== 'string')
    return undefined;
  const state: Record<string, unknown> = { key, position: positionOf(position), observedAt, receivedAt, provider };
  state.accuracyMeters = typeof accuracyMeters === 'number' ? accuracyMeters : null;
  for (const [name, field] of fieldsOf[layer]) state[name] = readValue(stored[name], field);
  return state as unknown as MovingState;
}
