import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { widened } from '../history/box-condition.js';
import { TrackRepository } from '../history/track.repository.js';
import { type Airport, Airports } from '../tables/airports.service.js';
import type { AirportMovement, FlightEnd, MovementKind } from './flight.js';
import { type FlightRange, Flights } from './flights.service.js';

/** The place of a movement in the list: its time (ms) and aircraft. */
export type MovementPlace = readonly [at: number, key: number];

/** Maximum time range of a request, in days. */
export const MAX_MOVEMENT_DAYS = 1;
/** Maximum number of low positions near an airport that one request reads. */
const MAX_LOW_POINTS = 200_000;
/** Distance from the airport (m) in which low positions are read: more than that of the last position of a flight. */
const BOX_METERS = 22_000;
/** Time between low positions of an aircraft (ms) from which it has left and come again. */
const VISIT_MS = 10 * MINUTE_MS;
/** Time (ms) by which a movement may be before or after the low positions of its visit. */
const EDGE_MS = MINUTE_MS;
/** Number of visits whose flights are read at once. */
const BATCH = 16;

/** A stay of an aircraft at low altitude near an airport (ms). */
interface Visit {
  key: number;
  from: number;
  to: number;
}

/** Lists arrivals and departures at an airport, from the flights of the aircraft that were low near it. */
@Service()
export class Movements {
  constructor(
    private readonly airports: Airports,
    private readonly tracks: TrackRepository,
    private readonly flights: Flights,
  ) {}

  /** @throws Problem `not_found` for an airport that no table has */
  airport(icao: string): Airport {
    const airport = this.airports.find(icao);
    if (airport === undefined)
      throw new Problem('not_found', {
        detail: 'No table of airports has this ICAO code. `SVC_AIRPORT_TABLES` adds further airports.',
      });
    return airport;
  }

  /**
   * Returns at most `limit` movements at an airport, latest first, after a place in the list. Movements are listed in
   * batches of visits, so that a page costs the flights of some aircraft and not those of the whole day.
   */
  async list(
    airport: Airport,
    range: FlightRange,
    limit: number,
    { kind, after }: { kind?: MovementKind; after?: MovementPlace } = {},
  ): Promise<AirportMovement[]> {
    const visits = (await this.visits(airport, range)).filter(
      ({ from }) => after === undefined || from <= after[0] + EDGE_MS,
    );
    const found: AirportMovement[] = [];
    for (let at = 0; at < visits.length; at += BATCH) {
      const batch = visits.slice(at, at + BATCH);
      // No later visit can have a movement before those that are already found.
      const [first] = batch as [Visit];
      if (found.length >= limit && (found[limit - 1] as AirportMovement).end.at > first.to + EDGE_MS) break;
      found.push(...(await this.ofVisits(airport, batch, range, kind, after)));
      found.sort(latestFirst);
    }
    return found.slice(0, limit);
  }

  /** Returns the visits near an airport in a range, latest end first. */
  private async visits({ lat, lon, elevationFeet }: Airport, range: FlightRange): Promise<Visit[]> {
    const box = widened({ west: lon, south: lat, east: lon, north: lat }, BOX_METERS);
    const points = await this.tracks.lowPoints(box, range, (elevationFeet ?? 0) + 5_000, MAX_LOW_POINTS);
    const visits: Visit[] = [];
    const open = new Map<number, Visit>();
    for (const { key, observedAt } of points) {
      const visit = open.get(key);
      if (visit !== undefined && observedAt - visit.to <= VISIT_MS) visit.to = observedAt;
      else {
        const begun = { key, from: observedAt, to: observedAt };
        open.set(key, begun);
        visits.push(begun);
      }
    }
    return visits.sort((one, other) => other.to - one.to || one.key - other.key);
  }

  private async ofVisits(
    { icao }: Airport,
    visits: readonly Visit[],
    range: FlightRange,
    kind: MovementKind | undefined,
    after: MovementPlace | undefined,
  ): Promise<AirportMovement[]> {
    const keys = [...new Set(visits.map(({ key }) => key))];
    const from = Math.min(...visits.map((visit) => visit.from));
    const to = Math.max(...visits.map((visit) => visit.to));
    const flights = (await this.flights.ofAircraft(keys, { from, to })).flat();
    const ends = flights.flatMap((one): AirportMovement[] => [
      { ...one, kind: 'departure', end: one.flight.departure },
      ...(one.flight.arrival === undefined ? [] : [{ ...one, kind: 'arrival' as const, end: one.flight.arrival }]),
    ]);
    return ends.filter(
      (movement) =>
        movement.end.airport?.icao === icao &&
        (kind === undefined || movement.kind === kind) &&
        movement.end.at >= range.from &&
        movement.end.at < range.to &&
        (after === undefined || latestFirst(movement, { end: { at: after[0] }, key: after[1] }) > 0) &&
        // A movement of another visit of the same aircraft is found with that visit.
        visits.some(({ key, ...visit }) => key === movement.key && isIn(visit, movement.end.at)),
    );
  }
}

const isIn = ({ from, to }: Omit<Visit, 'key'>, at: number): boolean => at >= from - EDGE_MS && at <= to + EDGE_MS;

type Ordered = { end: Pick<FlightEnd, 'at'>; key: number };
const latestFirst = (one: Ordered, other: Ordered): number => other.end.at - one.end.at || one.key - other.key;
