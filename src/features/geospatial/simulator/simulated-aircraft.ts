import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { AircraftReport } from '../observation.js';
import type { Position } from '../position.js';
import { builtInAirports } from '../reference/airport-list.js';
import type { PastAircraft } from '../simulated-flights.js';
import { distanceMeters } from '../sphere.js';
import { aircraftIdentity } from './aircraft-identity.js';
import { holdsOf, legsBetween, trackOf } from './aircraft-past.js';
import type { Aircraft, Leg } from './aircraft-round.js';
import { atDistance, createItems, Fleet, modulo, within } from './fleet.js';
import { Flight, type FlightState } from './flight.js';
import { sixDecimals } from './path.js';

const AIRCRAFT = 400;
const STAND_MINUTES = [40, 90] as const;
const DESTINATIONS = 3;
/** Length of the periods (ms); in each, one flying aircraft has an emergency. */
const EMERGENCY_EVERY_MS = 2 * HOUR_MS;
const EMERGENCY_MS = 20 * MINUTE_MS;
/** Fraction of the flights that hold before they land, and their numbers of racetracks. */
const HOLDING_SHARE = 0.15;
const RACETRACKS = [3, 6] as const;
/** One listed route of this number is that of another flight. */
const WRONG_ROUTES = 30;
/** Longest time for which aircraft are parked (ms). */
const PARKED_MS = STAND_MINUTES[1] * MINUTE_MS;

/** A flight of the simulated world. */
export interface SimulatedFlight {
  /** IATA codes of the airports. */
  origin: string;
  destination: string;
  /** Times (ms) of the take-off and of the landing. */
  departedAt: number;
  arrivedAt: number;
}

/**
 * Simulated aircraft on great circles between airports. Names and numbers are invented. Parked aircraft do not report;
 * about 300 of 400 are flying.
 */
export class SimulatedAircraft extends Fleet<Aircraft, AircraftReport> {
  private emergency: { period: number; from: number; aircraft?: Aircraft } = { period: Number.NaN, from: 0 };

  private constructor(
    private readonly seed: number,
    aircraft: readonly Aircraft[],
  ) {
    super(aircraft);
  }

  static async create(seed: number): Promise<SimulatedAircraft> {
    const airports = readAirports();
    return new SimulatedAircraft(
      seed,
      await createItems(AIRCRAFT, (index) => createAircraft(keyOf(seed, `aircraft ${index}`), index, airports)),
    );
  }

  get addresses(): number[] {
    return this.items.map(({ icao24 }) => icao24);
  }

  /**
   * Returns the state of an aircraft.
   * @param now ms
   * @returns undefined for a parked aircraft and an unknown address
   */
  stateOf(icao24: number, now: number): FlightState | undefined {
    const aircraft = this.items.find((one) => one.icao24 === icao24);
    return aircraft && stateOf(aircraft, now)?.state;
  }

  /**
   * Returns the flights of an aircraft that are in the air within a time range (ms), oldest first: what really happens
   * in the simulated world, to compare derived flights with.
   */
  flightsOf(icao24: number, from: number, to: number): SimulatedFlight[] {
    const aircraft = this.items.find((one) => one.icao24 === icao24);
    if (aircraft === undefined) return [];
    const flights: SimulatedFlight[] = [];
    for (const { leg, begin } of legsBetween(aircraft, from, to)) {
      const { flight, from: origin, to: destination } = leg;
      const times = { departedAt: begin + flight.airborne.fromMs, arrivedAt: begin + flight.airborne.toMs };
      if (times.arrivedAt >= from && times.departedAt < to) flights.push({ origin, destination, ...times });
    }
    return flights;
  }

  /**
   * Returns a table of the routes of all flights, as CSV. One route in thirty is that of another flight, as in real
   * tables, so that routes are withdrawn in the simulated world too.
   */
  routes(): string {
    const codes = new Map(builtInAirports().map(({ iata, icao }) => [iata, icao]));
    const rows = this.items.flatMap(({ legs, icao24 }) =>
      legs.map(({ callsign }, number) => {
        const isWrong = mix(keyOf(this.seed, `route ${icao24}`), number) % WRONG_ROUTES === 0;
        const { from, to } = legs[(number + (isWrong ? 2 : 0)) % legs.length] as Leg;
        return `${callsign},${codes.get(from)}-${codes.get(to)}`;
      }),
    );
    return ['callsign,airports', ...rows].join('\n');
  }

  /** Returns all aircraft, with their positions of any time. */
  aircraft(): PastAircraft[] {
    return this.items.map((aircraft) => ({
      icao24: aircraft.icao24,
      track: (from, to) => trackOf(aircraft, from, to),
      callsigns: (from, to) =>
        [...legsBetween(aircraft, from, to)].map(({ leg, begin }) => ({ since: begin, callsign: leg.callsign })),
      holds: (from, to) => holdsOf(aircraft, from, to),
      parked: (now) => {
        const landed = [...legsBetween(aircraft, now - PARKED_MS, now)].at(-1);
        if (landed === undefined) return undefined;
        const second = Math.floor((landed.begin + landed.leg.flight.durationMs) / 1_000);
        return second * 1_000 >= now ? undefined : this.reportOf(aircraft, second);
      },
    }));
  }

  protected override reportOf(aircraft: Aircraft, second: number): AircraftReport | undefined {
    const now = second * 1000;
    const found = stateOf(aircraft, now);
    if (found === undefined) return undefined;
    const { state, leg } = found;
    const isEmergency = this.emergencyAt(now) === aircraft;
    return {
      key: aircraft.icao24,
      provider: 'simulator',
      observedAt: now,
      receivedAt: now,
      lat: sixDecimals(state.lat),
      lon: sixDecimals(state.lon),
      accuracyMeters: 30,
      callsign: leg.callsign,
      registration: aircraft.registration,
      aircraftType: aircraft.kind.type,
      category: aircraft.kind.category,
      operator: `Airline ${aircraft.airline} (simulated)`,
      altitudeFeet: state.onGround ? null : Math.round(state.altitudeFeet / 25) * 25,
      geometricAltitudeFeet: state.onGround ? null : Math.round((state.altitudeFeet * 1.02) / 25) * 25,
      groundSpeedKnots: Math.round(state.groundSpeedKnots * 10) / 10,
      trackDegrees: Math.round(state.trackDegrees * 100) / 100,
      verticalRateFpm: Math.round(state.verticalRateFpm / 64) * 64,
      squawk: isEmergency ? '7700' : leg.squawk,
      emergency: isEmergency ? 'general' : 'none',
      onGround: state.onGround,
      nacP: 9,
      nic: 8,
    };
  }

  /** Returns the aircraft that squawks 7700 at a time; undefined without one. */
  private emergencyAt(now: number): Aircraft | undefined {
    const period = Math.floor(now / EMERGENCY_EVERY_MS);
    if (this.emergency.period !== period) this.emergency = { period, ...this.emergencyIn(period) };
    const { from, aircraft } = this.emergency;
    return now >= from && now < from + EMERGENCY_MS ? aircraft : undefined;
  }

  /** Selects an aircraft that is flying at the start and at the end of the emergency. */
  private emergencyIn(period: number): { from: number; aircraft?: Aircraft } {
    const key = keyOf(this.seed, `emergency ${period}`);
    const from = Math.floor(period * EMERGENCY_EVERY_MS + unit(key, 0) * (EMERGENCY_EVERY_MS - EMERGENCY_MS));
    const isFlying = (one: Aircraft, at: number) => stateOf(one, at)?.state.onGround === false;
    const candidates = Array.from(
      { length: 50 },
      (_, at) => this.items[mix(key, 1 + at) % this.items.length] as Aircraft,
    );
    return { from, aircraft: candidates.find((one) => isFlying(one, from) && isFlying(one, from + EMERGENCY_MS)) };
  }
}

/** Reads the airports of Natural Earth (public domain) by their IATA code. */
export function readAirports(): Map<string, Position> {
  const lines = readFileSync(join(import.meta.dirname, '..', 'reference', 'airports.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [iata, , lat, lon] = line.split('\t') as [string, string, string, string];
      return [iata, { lat: Number(lat), lon: Number(lon) }];
    }),
  );
}

function createAircraft(key: number, index: number, airports: ReadonlyMap<string, Position>): Aircraft {
  const identity = aircraftIdentity(key, index);
  const { kind, airline } = identity;
  const hub = airports.get(identity.hub) as Position;
  const others = [...airports].filter(([, airport]) => airport !== hub);
  const legs: Leg[] = [];
  let now = 0;
  for (let number = 0; number < 2 * DESTINATIONS; number += 1) {
    const [code, away] = atDistance(
      others,
      kind.rangeKilometers,
      ([, { lat, lon }]) => distanceMeters(hub.lat, hub.lon, lat, lon) / 1_000,
      mix(key, 20 + (number >> 1)),
    );
    const cruiseFeet = Math.floor(within(kind.cruiseFeet, unit(key, 30 + number)) / 1_000) * 1_000;
    const isOutbound = number % 2 === 0;
    const isHolding = unit(key, 70 + number) < HOLDING_SHARE;
    const racetracks = isHolding ? Math.round(within(RACETRACKS, unit(key, 80 + number))) : 0;
    const [from, to] = isOutbound ? [hub, away] : [away, hub];
    const flight = new Flight(from, to, kind, cruiseFeet, racetracks);
    legs.push({
      startMs: now,
      from: isOutbound ? identity.hub : code,
      to: isOutbound ? code : identity.hub,
      flight,
      callsign: `${airline}${100 + (mix(key, 40) % 880) + number}`,
      squawk: squawkOf(mix(key, 50 + number)),
    });
    now += flight.durationMs + within(STAND_MINUTES, unit(key, 60 + number)) * MINUTE_MS;
  }
  const every = 5 + (mix(key, 4) % 6);
  return { ...identity, legs, roundMs: now, offsetMs: unit(key, 5) * now, every, turn: mix(key, 6) % every };
}

/** Returns a squawk without a special meaning: from 1001 to 6701, and never ending in 00. */
const squawkOf = (bits: number): string => (0o1001 + (bits % 0o5700)).toString(8).replace(/00$/, '01');

function stateOf({ legs, roundMs, offsetMs }: Aircraft, now: number): { state: FlightState; leg: Leg } | undefined {
  const at = modulo(now + offsetMs, roundMs);
  const leg = legs.findLast(({ startMs }) => startMs <= at) as Leg;
  const elapsed = at - leg.startMs;
  return elapsed > leg.flight.durationMs ? undefined : { state: leg.flight.at(elapsed), leg };
}
