import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Aircraft } from '../aircraft.js';
import { fixOf } from '../history/position-at.js';
import { LiveState } from '../live/live-state.js';
import { Airports } from '../tables/airports.service.js';
import { type ListedRoute, ListedRoutes } from '../tables/listed-routes.service.js';
import type { Flight } from './flight.js';
import { FlightLabels } from './flight-labels.service.js';
import type { FlightRoute } from './flight-route.js';
import { Flights } from './flights.service.js';
import { checkRoute } from './route-check.js';

/** Time (ms) for which a comparison with the flown track counts. */
const COMPARED_FOR_MS = MINUTE_MS;

/** Message of log lines about a failed comparison. */
export const FAILED = 'Comparing the routes of aircraft with their tracks failed.';

/** A listed route after its comparison with the flown track. */
interface Comparison {
  callsign: string;
  comparedAt: number;
  /** Undefined if the latest flight of the track had another callsign. */
  route?: FlightRoute;
}

/** The routes that tables list for the callsigns of live aircraft, compared with their tracks. */
@Service()
export class LiveRoutes {
  private comparisons = new Map<number, Comparison>();

  constructor(
    private readonly live: LiveState,
    private readonly listed: ListedRoutes,
    private readonly airports: Airports,
    private readonly flights: Flights,
    private readonly labels: FlightLabels,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Returns the route of an aircraft by its latest position and the last comparison with its track; undefined if no
   * table lists its callsign.
   */
  of(aircraft: Aircraft): FlightRoute | undefined {
    const listed = this.listedFor(aircraft.callsign, aircraft.provider);
    if (listed === undefined) return undefined;
    const { comparedAt, route } = this.comparisonOf(aircraft.key, listed) ?? {};
    const isMixed = comparedAt !== undefined && route?.status === 'unchecked';
    if (aircraft.position === null || isMixed) return route ?? { ...listed, status: 'unchecked' };
    const find = (icao: string) => this.airports.find(icao);
    const here = checkRoute(listed, flightAt(aircraft), find);
    if (here.status === 'withdrawn') return here;
    return route ?? { ...here, status: 'unchecked' };
  }

  /** Returns the route of an aircraft after a comparison of at most a minute ago with its track. */
  async compared(aircraft: Aircraft): Promise<FlightRoute | undefined> {
    const listed = this.listedFor(aircraft.callsign, aircraft.provider);
    if (listed !== undefined && this.isDue(aircraft.key, listed)) {
      try {
        await this.compare([aircraft.key]);
      } catch (error) {
        // The live state does not depend on the database.
        this.log.warn({ component: 'flights', err: error }, FAILED);
      }
    }
    return this.of(aircraft);
  }

  /** Returns true if a listed route of a callsign has an airport, given by its ICAO or IATA code in upper case. */
  mayServe(callsign: string | null, provider: string, codes: readonly string[]): boolean {
    const listed = this.listedFor(callsign, provider);
    return listed?.airports.some((icao) => this.isNamed(icao, codes)) === true;
  }

  /** Returns true if an airport has one of the codes (ICAO or IATA, in upper case). */
  isNamed(icao: string, codes: readonly string[]): boolean {
    return codes.includes(icao) || codes.includes(this.airports.find(icao)?.iata ?? '');
  }

  /** Returns the aircraft whose routes are to be compared, those that never were first; forgets those that are gone. */
  due(): number[] {
    const { aircraft, aircraftColumns } = this.live;
    const kept = new Map<number, Comparison>();
    const due: Array<{ key: number; comparedAt: number }> = [];
    for (let slot = 0; slot < aircraft.slotEnd; slot += 1) {
      const key = aircraft.keyAt(slot);
      if (key < 0) continue;
      const listed = this.listedFor(aircraftColumns.at.callsign(slot), aircraft.providerAt(slot));
      if (listed === undefined) continue;
      const comparison = this.comparisonOf(key, listed);
      if (comparison !== undefined) kept.set(key, comparison);
      if (this.isDue(key, listed)) due.push({ key, comparedAt: comparison?.comparedAt ?? 0 });
    }
    this.comparisons = kept;
    return due.sort((one, other) => one.comparedAt - other.comparedAt).map(({ key }) => key);
  }

  /** Compares the routes of aircraft with their tracks. */
  async compare(keys: readonly number[]): Promise<void> {
    const latest = await this.flights.latestOf(keys);
    const labelled = await this.labels.label(latest.filter((flight) => flight !== undefined));
    const flights = new Map(labelled.map((flight) => [flight.key, flight]));
    for (const key of keys) {
      const aircraft = this.live.aircraft.get(key);
      const listed = aircraft && this.listedFor(aircraft.callsign, aircraft.provider);
      if (listed === undefined) continue;
      const { callsign } = listed;
      const route = flights.get(key)?.route;
      const own = route?.callsign === callsign ? route : undefined;
      this.comparisons.set(key, { callsign, comparedAt: this.clock.now(), route: own });
    }
  }

  private listedFor(callsign: string | null, provider: string): ListedRoute | undefined {
    return callsign === null ? undefined : this.listed.find(callsign, provider);
  }

  private comparisonOf(key: number, { callsign }: ListedRoute): Comparison | undefined {
    const comparison = this.comparisons.get(key);
    return comparison?.callsign === callsign ? comparison : undefined;
  }

  private isDue(key: number, listed: ListedRoute): boolean {
    const comparison = this.comparisonOf(key, listed);
    return comparison === undefined || this.clock.now() - comparison.comparedAt >= COMPARED_FOR_MS;
  }
}

/** Returns the part of a flight that the latest position shows. */
function flightAt(aircraft: Aircraft): Flight {
  const path = [fixOf(aircraft)].filter((fix) => fix !== undefined);
  const [{ lat, lon }, at] = [aircraft.position as { lat: number; lon: number }, aircraft.observedAt];
  const departure = { at, lat, lon, evidence: 'in_flight', confidence: 0 } as const;
  return { departure, lastAt: at, meters: 0, trackedMs: 0, maxAltitudeFeet: Number.NaN, warnings: [], path };
}
