import { wrongParameter } from '../../../api/problem.js';
import { type Aircraft, plainRegistration } from '../aircraft.js';

/** Filters of lists and streams by the identity and altitude of aircraft; an omitted filter matches all aircraft. */
export interface AircraftFilter {
  registration?: readonly string[];
  /** ICAO type designators. */
  aircraftType?: readonly string[];
  /** A part of the operator's name. */
  operator?: string;
  military?: boolean;
  onGround?: boolean;
  minAltitudeFeet?: number;
  maxAltitudeFeet?: number;
  minSpeedKnots?: number;
  maxSpeedKnots?: number;
}

/** Reads one field of an aircraft. */
export type ReadField = <Name extends keyof Aircraft>(name: Name) => Aircraft[Name];

/**
 * Builds a filter of aircraft; it checks the cheapest conditions first.
 * @returns undefined when the request has no such filter
 * @throws Problem `invalid_request` for an inverted range
 */
export function aircraftFilter(filter: AircraftFilter): ((read: ReadField) => boolean) | undefined {
  const { onGround, military, minAltitudeFeet, maxAltitudeFeet, minSpeedKnots, maxSpeedKnots } = filter;
  checkRange('AltitudeFeet', minAltitudeFeet, maxAltitudeFeet);
  checkRange('SpeedKnots', minSpeedKnots, maxSpeedKnots);
  const registrations = filter.registration?.map(plainRegistration);
  const types = filter.aircraftType?.map((type) => type.toUpperCase());
  const words = filter.operator?.toUpperCase();
  const conditions: Array<(read: ReadField) => boolean> = [];
  if (onGround !== undefined) conditions.push((read) => read('onGround') === onGround);
  if (military !== undefined) conditions.push((read) => (read('military') === true) === military);
  if (minAltitudeFeet !== undefined || maxAltitudeFeet !== undefined)
    conditions.push((read) => isWithin(read('altitudeFeet'), minAltitudeFeet, maxAltitudeFeet));
  if (minSpeedKnots !== undefined || maxSpeedKnots !== undefined)
    conditions.push((read) => isWithin(read('groundSpeedKnots'), minSpeedKnots, maxSpeedKnots));
  if (types !== undefined) conditions.push((read) => types.includes(read('aircraftType')?.toUpperCase() ?? ''));
  if (registrations !== undefined)
    conditions.push((read) => registrations.includes(plainRegistration(read('registration') ?? '')));
  if (words !== undefined)
    conditions.push(
      (read) => read('identityConflict') !== true && read('operator')?.toUpperCase().includes(words) === true,
    );
  return conditions.length === 0 ? undefined : (read) => conditions.every((matches) => matches(read));
}

const isWithin = (value: number | null, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean =>
  value !== null && value >= min && value <= max;

function checkRange(name: string, min: number | undefined, max: number | undefined): void {
  if (min !== undefined && max !== undefined && min > max)
    throw wrongParameter(`query/min${name}`, `must be at most \`max${name}\``);
}
