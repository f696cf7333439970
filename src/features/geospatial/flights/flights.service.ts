import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { Aircraft } from '../aircraft.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { MovingObjectRepository } from '../history/objects/moving-object.repository.js';
import { fixOf, idleTimeoutMs } from '../history/position-at.js';
import { TrackRepository } from '../history/track.repository.js';
import { LiveState } from '../live/live-state.js';
import { Airports } from '../tables/airports.service.js';
import type { Fix } from '../track-point.js';
import { cutFlights } from './cut-flights.js';
import type { AircraftFlight } from './flight.js';

/** Maximum time range of a request. */
export const MAX_FLIGHT_DAYS = 7;
/** Time before and after a range (ms) in which positions are read: flights are rarely longer. */
const MARGIN_MS = 18 * HOUR_MS;
/** Maximum number of points of one statement, and of statements at the same time. */
const PIECE = 10_000;
const PARALLEL = 4;
/** Precision of stored times (ms). */
const MICROSECOND = 0.001;

/** A time range (ms); `from` is inclusive, `to` exclusive. */
export interface FlightRange {
  from: number;
  to: number;
}

/** Derives flights from the stored tracks of aircraft. */
@Service()
export class Flights {
  constructor(
    private readonly tracks: TrackRepository,
    private readonly objects: MovingObjectRepository,
    private readonly live: LiveState,
    private readonly airports: Airports,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the range of a request. Default: the last day.
   * @throws Problem `invalid_request` for an inverted range, and for one of more than `days`
   */
  rangeOf({ from, to }: { from?: string; to?: string }, days = MAX_FLIGHT_DAYS): FlightRange {
    const end = to === undefined ? this.clock.now() + 1 : Date.parse(to);
    const begin = from === undefined ? end - DAY_MS : Date.parse(from);
    if (begin >= end) throw wrongParameter('query/from', 'must be before `to`, which is now by default');
    if (end - begin > days * DAY_MS + 1)
      throw wrongParameter('query/from', `must be at most ${days} ${days === 1 ? 'day' : 'days'} before \`to\``);
    return { from: begin, to: end };
  }

  /** Lists the flights of an aircraft that overlap a range, latest first. */
  async list(key: number, { from, to }: FlightRange): Promise<AircraftFlight[]> {
    const [flights = []] = await this.ofAircraft([key], { from, to });
    return flights.filter(({ flight }) => flight.lastAt >= from && flight.departure.at < to).reverse();
  }

  /** Returns the flights in a range and its margins of each aircraft, in the order of the keys, each oldest first. */
  async ofAircraft(keys: readonly number[], { from, to }: FlightRange): Promise<AircraftFlight[][]> {
    const range = { from: from - MARGIN_MS, to: Math.min(to + MARGIN_MS, this.clock.now() + DAY_MS) };
    const flights: AircraftFlight[][] = [];
    for (let at = 0; at < keys.length; at += PARALLEL)
      flights.push(...(await Promise.all(keys.slice(at, at + PARALLEL).map((key) => this.ofOne(key, range)))));
    return flights;
  }

  private async ofOne(key: number, { from, to }: FlightRange): Promise<AircraftFlight[]> {
    const points: Fix[] = [];
    for (let start = from; ; start = (points.at(-1) as Fix).observedAt + MICROSECOND) {
      const piece = await this.tracks.ofObject('aircraft', key, { from: start, to }, PIECE);
      points.push(...piece);
      if (piece.length < PIECE) break;
    }
    return this.cut(key, points, await this.aircraftOf(key), to);
  }

  private cut(key: number, points: Fix[], aircraft: Aircraft | undefined, to: number): AircraftFlight[] {
    const isLive = this.live.aircraft.slotOf(key) !== undefined;
    const idleMs = idleTimeoutMs(this.config, 'aircraft');
    const latest = isLive && aircraft !== undefined ? fixOf(aircraft) : undefined;
    // The latest position is the end of the track, even if it is not stored as a point yet.
    if (latest !== undefined && latest.observedAt <= to && latest.observedAt > (points.at(-1)?.observedAt ?? 0))
      points.push(aircraft?.onGround === true ? { ...latest, altitudeFeet: Number.NaN } : latest);
    const openSince = isLive ? this.clock.now() - idleMs : Number.POSITIVE_INFINITY;
    const near = (lat: number, lon: number, meters: number) => this.airports.near(lat, lon, meters);
    return cutFlights(points, { idleMs, openSince, near }).map((flight) => {
      const { departure, lastAt } = flight;
      const isReporting =
        aircraft !== undefined && aircraft.observedAt >= departure.at && aircraft.observedAt <= lastAt;
      return { flight, key, aircraft, callsign: isReporting ? (aircraft.callsign ?? undefined) : undefined };
    });
  }

  private async aircraftOf(key: number): Promise<Aircraft | undefined> {
    return this.live.aircraft.get(key) ?? ((await this.objects.find('aircraft', key)) as Aircraft | undefined);
  }
}
