import { Service } from 'typedi';
import { wrongParameter } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { Aircraft } from '../aircraft.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { MovingObjectRepository } from '../history/objects/moving-object.repository.js';
import { fixOf, idleTimeoutMs } from '../history/position-at.js';
import { TrackRepository } from '../history/track.repository.js';
import { LiveState } from '../live/live-state.js';
import { Airports } from '../tables/airports.service.js';
import type { Fix } from '../track-point.js';
import { cutFlights } from './cut-flights.js';
import type { AircraftFlight, Flight, FlightWarning } from './flight.js';

/** Maximum time range of a request. */
export const MAX_FLIGHT_DAYS = 7;
/** Time before and after a range (ms) in which positions are read: flights are rarely longer. */
const MARGIN_MS = 18 * HOUR_MS;
/** Times before and after a visit to an airport (ms) in which its flights are read, one after another. */
const VISIT_MARGINS_MS = [2.5 * HOUR_MS, MARGIN_MS] as const;
/** Time (ms) by which a flight may begin or end before or after a visit. */
const EDGE_MS = MINUTE_MS;
/** Maximum number of points of one statement for an aircraft. */
const PIECE = 10_000;
/** Precision of stored times (ms). */
const MICROSECOND = 0.001;

/** A time range (ms); `from` is inclusive, `to` exclusive. */
export interface FlightRange {
  from: number;
  to: number;
}

/** A stay of an aircraft near an airport (ms). */
export interface AircraftVisit extends FlightRange {
  key: number;
}

/** Flights to read, and whether a part of the track holds them as a whole. */
interface Choice {
  choose(flights: AircraftFlight[], visit: AircraftVisit): AircraftFlight[];
  /** @param first time of the first position of the part (ms) @param last time of the last one (ms) */
  isWhole(flight: AircraftFlight, first: number, last: number): boolean;
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
    const range = { from: from - MARGIN_MS, to: Math.min(to + MARGIN_MS, this.clock.now() + DAY_MS) };
    const flights = await this.ofOne(key, range);
    return flights.filter(({ flight }) => flight.lastAt >= from && flight.departure.at < to).reverse();
  }

  /**
   * Returns the flights that begin or end in the time of a visit, in the order of the visits, each oldest first. The
   * track around a visit is read first, and all of it only if the flights are not whole in that part.
   */
  ofVisits(visits: readonly AircraftVisit[]): Promise<AircraftFlight[][]> {
    return this.around(visits, {
      choose: (flights, visit) => flights.filter(({ flight }) => touches(flight, visit)),
      isWhole: ({ flight }, first, last) => isWithin(flight, first, last),
    });
  }

  /** Returns the latest flight of each aircraft; undefined if it has not flown in the last hours. */
  async latestOf(keys: readonly number[]): Promise<Array<AircraftFlight | undefined>> {
    const now = this.clock.now();
    const visits = keys.map((key) => ({ key, from: now, to: now }));
    // Nothing follows the latest flight, so that only its start can be outside a part of the track.
    const isWhole = ({ flight }: AircraftFlight, first: number) => isWithin(flight, first, Number.POSITIVE_INFINITY);
    const latest = await this.around(visits, { choose: (flights) => flights.slice(-1), isWhole });
    return latest.map(([flight]) => flight);
  }

  /** Returns the chosen flights near visits, in the order of the visits. */
  private async around(visits: readonly AircraftVisit[], { choose, isWhole }: Choice): Promise<AircraftFlight[][]> {
    const found = new Map<AircraftVisit, AircraftFlight[]>();
    const states = await this.statesOf(visits.map(({ key }) => key));
    let waiting = visits;
    for (const marginMs of VISIT_MARGINS_MS) {
      const latest = this.clock.now() + DAY_MS;
      const ranges = waiting.map(({ key, from, to }) => ({
        key,
        from: from - marginMs,
        to: Math.min(to + marginMs, latest),
      }));
      const tracks = await this.tracks.ofObjects('aircraft', ranges, PIECE);
      const slices = new YieldTimer();
      const partial: AircraftVisit[] = [];
      for (const [at, visit] of waiting.entries()) {
        if (slices.isOver) await slices.next();
        const points = tracks[at] as Fix[];
        const [first, last] = [points[0]?.observedAt ?? 0, points.at(-1)?.observedAt ?? 0];
        const { to } = ranges[at] as FlightRange;
        const own = choose(this.cut(visit.key, points, states.get(visit.key), to), visit);
        found.set(visit, own);
        if (!own.every((flight) => isWhole(flight, first, last))) partial.push(visit);
      }
      waiting = partial;
      if (waiting.length === 0) break;
    }
    return visits.map((visit) => found.get(visit) ?? []);
  }

  private async statesOf(keys: readonly number[]): Promise<Map<number, Aircraft>> {
    const states = new Map<number, Aircraft>();
    for (const key of keys) {
      const aircraft = this.live.aircraft.get(key);
      if (aircraft !== undefined) states.set(key, aircraft);
    }
    const others = [...new Set(keys)].filter((key) => !states.has(key));
    if (others.length === 0) return states;
    const stored = await this.objects.findMany('aircraft', others);
    for (const [key, state] of stored) states.set(key, state as Aircraft);
    return states;
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

/** Returns true for a flight that begins or ends in the time of a visit. */
const touches = ({ departure, arrival }: Flight, { from, to }: FlightRange): boolean =>
  [departure, arrival].some((end) => end !== undefined && end.at >= from - EDGE_MS && end.at <= to + EDGE_MS);

/** Warnings about several tracks of one address, which a part of them may not show. */
const severalTracks: readonly FlightWarning[] = ['several_aircraft', 'position_jumps'];

/**
 * Returns true if the start and the end of a flight do not depend on positions outside a part of the track: there are
 * positions before and after the flight, which is the only one of its address.
 * @param first time of the first position (ms)
 * @param last time of the last position (ms)
 */
const isWithin = ({ departure, lastAt, warnings }: Flight, first: number, last: number): boolean =>
  departure.at > first && lastAt < last && !warnings.some((warning) => severalTracks.includes(warning));
