import type { Aircraft } from '../aircraft.js';
import type { Airport } from '../reference/airport-list.js';
import type { Fix } from '../track-point.js';
import type { FlightRoute } from './flight-route.js';

/**
 * Evidence for the start or end of a flight. `ground`: the aircraft reported on the ground before or after. `low`: its
 * first or last position is low near an airport, and it climbs or descends. `in_flight`: it was first or last received
 * in flight, so that the place is unknown.
 */
export const evidences = ['ground', 'low', 'in_flight'] as const;
export type Evidence = (typeof evidences)[number];

/** Reasons to doubt a flight or its figures. */
export const flightWarnings = [
  'gaps',
  'position_jumps',
  'altitude_jumps',
  'several_aircraft',
  'near_other_airport',
] as const;
export type FlightWarning = (typeof flightWarnings)[number];

/** The start or end of a flight. */
export interface FlightEnd {
  /** Time of the first or last position in flight (ms). */
  at: number;
  lat: number;
  lon: number;
  evidence: Evidence;
  /** Undefined if no airport of the table is near, and with evidence `in_flight`. */
  airport?: Airport;
  /** Certainty of the airport, from 0 to 1; 0 without one. */
  confidence: number;
  /** Time between the report on the ground and the position in flight (ms); undefined without ground evidence. */
  uncertaintyMs?: number;
}

/** A flight, cut from a track. */
export interface Flight {
  departure: FlightEnd;
  /** Undefined while the aircraft is in flight. */
  arrival?: FlightEnd;
  /** Time of the last position in flight (ms). */
  lastAt: number;
  /** Distance along the track (m), straight across gaps. */
  meters: number;
  /** Time between positions that are not a gap apart (ms). */
  trackedMs: number;
  /** Greatest barometric altitude; NaN if no position has one. */
  maxAltitudeFeet: number;
  warnings: FlightWarning[];
  /** The positions in flight, oldest first. */
  path: readonly Fix[];
}

/** A flight with the aircraft as it last reported; undefined if it is not known any more. */
export interface AircraftFlight {
  flight: Flight;
  key: number;
  aircraft?: Aircraft;
  /** The callsign reported during the flight; undefined if unknown. */
  callsign?: string;
  /** The route that a table lists for the callsign; undefined without one. */
  route?: FlightRoute;
}

export const movementKinds = ['arrival', 'departure'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** An arrival or a departure at an airport. */
export interface AirportMovement extends AircraftFlight {
  kind: MovementKind;
  end: FlightEnd;
}
