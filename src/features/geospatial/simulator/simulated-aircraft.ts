import { MINUTE_MS } from '../../../durations.js';
import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { atOnce } from '../../../simulation/slices.js';
import { accuracyMetersOf } from '../adsb/accuracy.js';
import type { AircraftReport } from '../observation.js';
import { distanceMeters } from '../sphere.js';
import { type AircraftIdentity, aircraftIdentity } from './aircraft-identity.js';
import { type Airport, readAirports } from './airports.js';
import { Emergencies } from './emergencies.js';
import { Flight, type FlightState } from './flight.js';
import { isDegraded } from './gps-degradation.js';
import { sixDecimals } from './path.js';

export const AIRCRAFT = 400;
const STAND_MINUTES = [40, 90] as const;
const DESTINATIONS = 3;

interface Leg {
  startMs: number;
  flight: Flight;
  callsign: string;
  squawk: string;
}

interface Aircraft extends AircraftIdentity {
  key: number;
  legs: readonly Leg[];
  /** Duration of all flights and stops, after which they repeat (ms). */
  roundMs: number;
  offsetMs: number;
  every: number;
  turn: number;
}

export interface AircraftState extends FlightState {
  leg: Leg;
}

/**
 * Simulated aircraft on great circles between airports. Positions depend only on the seed and the time. Names and numbers are invented. Parked
 * aircraft do not report; of 400 about 300 fly.
 */
export class SimulatedAircraft {
  private readonly byAddress: ReadonlyMap<number, Aircraft>;
  private readonly emergencies: Emergencies;

  private constructor(
    private readonly seed: number,
    private readonly aircraft: readonly Aircraft[],
  ) {
    this.byAddress = new Map(aircraft.map((one) => [one.icao24, one]));
    this.emergencies = new Emergencies(seed, aircraft.length, (index, now) => stateOf(aircraft[index] as Aircraft, now)?.onGround === false);
  }

  static make(seed: number): SimulatedAircraft {
    return atOnce(SimulatedAircraft.making(seed));
  }

  /** One aircraft with each step. */
  static *making(seed: number): Generator<void, SimulatedAircraft> {
    const airports = readAirports();
    const aircraft: Aircraft[] = [];
    for (let index = 0; index < AIRCRAFT; index += 1) {
      aircraft.push(makeAircraft(keyOf(seed, `aircraft ${index}`), index, airports));
      yield;
    }
    return new SimulatedAircraft(seed, aircraft);
  }

  get size(): number {
    return this.aircraft.length;
  }

  get addresses(): number[] {
    return this.aircraft.map(({ icao24 }) => icao24);
  }

  /** @param now ms. @returns undefined for an aircraft at the stand, and for one that is not simulated */
  stateOf(icao24: number, now: number): AircraftState | undefined {
    const aircraft = this.byAddress.get(icao24);
    return aircraft && stateOf(aircraft, now);
  }

  /** The reports due in a second (of the epoch). */
  *due(second: number): Generator<AircraftReport> {
    for (let index = 0; index < this.aircraft.length; index += 1) {
      const { every, turn } = this.aircraft[index] as Aircraft;
      if (second % every !== turn) continue;
      const report = this.reportOf(index, second);
      if (report !== undefined) yield report;
    }
  }

  /** What each aircraft said last, as of a second. */
  *all(second: number): Generator<AircraftReport> {
    for (let index = 0; index < this.aircraft.length; index += 1) {
      const { every, turn } = this.aircraft[index] as Aircraft;
      const report = this.reportOf(index, second - ((((second - turn) % every) + every) % every));
      if (report !== undefined) yield report;
    }
  }

  private reportOf(index: number, second: number): AircraftReport | undefined {
    const aircraft = this.aircraft[index] as Aircraft;
    const now = second * 1000;
    const state = stateOf(aircraft, now);
    if (state === undefined) return undefined;
    const isEmergency = this.emergencies.isOne(index, now);
    const isPoor = isDegraded(this.seed, state.lat, state.lon, now);
    const nacP = isPoor ? mix(aircraft.key, second) % 4 : 9 + (aircraft.key % 2);
    return {
      key: aircraft.icao24,
      provider: 'simulator',
      observedAt: now,
      receivedAt: now,
      lat: sixDecimals(state.lat),
      lon: sixDecimals(state.lon),
      accuracyMeters: accuracyMetersOf(nacP) ?? undefined,
      callsign: state.leg.callsign,
      registration: aircraft.registration,
      aircraftType: aircraft.kind.type,
      category: aircraft.kind.category,
      altitudeFeet: state.onGround ? null : Math.round(state.altitudeFeet / 25) * 25,
      geometricAltitudeFeet: state.onGround ? null : Math.round((state.altitudeFeet * 1.02) / 25) * 25,
      groundSpeedKnots: Math.round(state.groundSpeedKnots * 10) / 10,
      trackDegrees: Math.round(state.trackDegrees * 100) / 100,
      verticalRateFpm: Math.round(state.verticalRateFpm / 64) * 64,
      squawk: isEmergency ? '7700' : state.leg.squawk,
      emergency: isEmergency ? 'general' : 'none',
      onGround: state.onGround,
      nacP,
      nic: isPoor ? mix(aircraft.key, second + 1) % 3 : 8,
    };
  }
}

function makeAircraft(key: number, index: number, airports: ReadonlyMap<string, Airport>): Aircraft {
  const identity = aircraftIdentity(key, index);
  const hub = airports.get(identity.hub) as Airport;
  const [cruiseLeast, cruiseMost] = identity.kind.cruiseFeet;
  const legs: Leg[] = [];
  let now = 0;
  for (let at = 0; at < DESTINATIONS; at += 1) {
    const away = destinationOf(key, at, identity, hub, airports);
    [
      [hub, away],
      [away, hub],
    ].forEach(([from, to], back) => {
      const number = at * 2 + back;
      const cruise = cruiseLeast + ((mix(key, 30 + number) % ((cruiseMost - cruiseLeast) / 1_000 + 1)) | 0) * 1_000;
      const flight = new Flight(from as Airport, to as Airport, identity.kind, cruise);
      legs.push({ startMs: now, flight, callsign: `${identity.airline}${100 + ((mix(key, 40) % 880) + number)}`, squawk: squawkOf(mix(key, 50 + number)) });
      now += flight.durationMs + (STAND_MINUTES[0] + unit(key, 60 + number) * (STAND_MINUTES[1] - STAND_MINUTES[0])) * MINUTE_MS;
    });
  }
  const every = 5 + (mix(key, 4) % 6);
  return { ...identity, key, legs, roundMs: now, offsetMs: unit(key, 5) * now, every, turn: mix(key, 6) % every };
}

/** A random airport within the range of the type; the nearest to that range when there is none. */
function destinationOf(key: number, at: number, { kind }: AircraftIdentity, hub: Airport, airports: ReadonlyMap<string, Airport>): Airport {
  const [least, most] = kind.rangeKilometers;
  const others = [...airports.values()].filter(({ iata }) => iata !== hub.iata);
  const kilometers = ({ lat, lon }: Airport) => distanceMeters(hub.lat, hub.lon, lat, lon) / 1000;
  const reached = others.filter((airport) => kilometers(airport) >= least && kilometers(airport) <= most);
  const nearest = () => others.reduce((one, other) => (Math.abs(kilometers(other) - least) < Math.abs(kilometers(one) - least) ? other : one));
  return reached[mix(key, 20 + at) % reached.length] ?? nearest();
}

/** Four octal digits, none of those with a meaning of their own: what ends in 00, and the sevens. */
const squawkOf = (bits: number): string => (0o1001 + (bits % 0o5700)).toString(8).replace(/00$/, '01');

function stateOf({ legs, roundMs, offsetMs }: Aircraft, now: number): AircraftState | undefined {
  const at = (((now + offsetMs) % roundMs) + roundMs) % roundMs;
  const leg = legs.findLast(({ startMs }) => startMs <= at) as Leg;
  const elapsed = at - leg.startMs;
  return elapsed > leg.flight.durationMs ? undefined : { ...leg.flight.at(elapsed), leg };
}
