import type { Aircraft } from '../../aircraft.js';
import type { Layer } from '../../layer.js';
import { classBUnits, emergencies, positionAccuracies, positionSources, stations } from '../../observation.js';
import { isPosition } from '../../position.js';
import type { Vessel } from '../../vessel.js';

/** The stored state of an object; its key is a separate column. */
export type MovingState = Vessel | Aircraft;

type Kind = 'number' | 'text' | 'flag' | readonly string[];
/** Reads every field but those that are never null. */
type Kinds<State> = Record<Exclude<keyof State, 'key' | 'position' | 'station' | 'observedAt' | 'receivedAt' | 'provider'>, Kind>;

const vesselKinds: Kinds<Vessel> = {
  accuracyMeters: 'number',
  speedKnots: 'number',
  courseDegrees: 'number',
  headingDegrees: 'number',
  rateOfTurn: 'number',
  navigationStatus: 'number',
  imo: 'number',
  name: 'text',
  callsign: 'text',
  shipTypeCode: 'number',
  destination: 'text',
  eta: 'number',
  draughtMeters: 'number',
  lengthMeters: 'number',
  beamMeters: 'number',
  toBowMeters: 'number',
  toSternMeters: 'number',
  toPortMeters: 'number',
  toStarboardMeters: 'number',
  positionAccuracy: positionAccuracies,
  raim: 'flag',
  classBUnit: classBUnits,
  aidTypeCode: 'number',
  virtual: 'flag',
  offPosition: 'flag',
  altitudeMeters: 'number',
  sourceStation: 'text',
};

const aircraftKinds: Kinds<Aircraft> = {
  accuracyMeters: 'number',
  callsign: 'text',
  registration: 'text',
  aircraftType: 'text',
  altitudeFeet: 'number',
  geometricAltitudeFeet: 'number',
  groundSpeedKnots: 'number',
  trackDegrees: 'number',
  verticalRateFpm: 'number',
  squawk: 'text',
  emergency: emergencies,
  onGround: 'flag',
  category: 'text',
  nacP: 'number',
  nic: 'number',
  indicatedAirspeedKnots: 'number',
  trueAirspeedKnots: 'number',
  mach: 'number',
  selectedAltitudeFeet: 'number',
  windDirectionDegrees: 'number',
  windSpeedKnots: 'number',
  rssiDbfs: 'number',
  positionSource: positionSources,
  military: 'flag',
};

/** Null for what is not of its kind: an older or a newer version may have written it. */
function readValue(value: unknown, kind: Kind): unknown {
  if (kind === 'number') return typeof value === 'number' ? value : null;
  if (kind === 'flag') return typeof value === 'boolean' ? value : null;
  if (kind === 'text') return typeof value === 'string' ? value : null;
  return kind.includes(value as string) ? value : null;
}

function positionOf(value: unknown): MovingState['position'] {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown };
  return typeof lat === 'number' && typeof lon === 'number' && isPosition(lat, lon) ? { lat, lon } : null;
}

/** What a table holds of an object. PostgreSQL's JSON knows no NUL and no half of a character. */
export function storedState(state: MovingState): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value);
  return JSON.stringify(state, (name, value) => (name === 'key' ? undefined : text(value)));
}

/** The stored object; undefined when it is invalid. */
export function restoredState(layer: Layer, key: number, stored: Readonly<Record<string, unknown>>): MovingState | undefined {
  const { observedAt, receivedAt, provider, station, position } = stored;
  if (typeof observedAt !== 'number' || typeof receivedAt !== 'number' || typeof provider !== 'string') return undefined;
  const kinds: Record<string, Kind> = layer === 'vessels' ? vesselKinds : aircraftKinds;
  const rest = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, readValue(stored[name], kind)]));
  const ofVessel = layer === 'vessels' ? { station: readValue(station, stations) ?? 'other' } : {};
  return { key, position: positionOf(position), observedAt, receivedAt, provider, ...rest, ...ofVessel } as MovingState;
}
