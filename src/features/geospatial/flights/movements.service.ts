import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { widened } from '../history/box-condition.js';
import { TrackRepository } from '../history/track.repository.js';
import type { Airport } from '../reference/airport-list.js';
import { Airports } from '../tables/airports.service.js';
import type { AircraftFlight, AirportMovement, FlightEnd, MovementKind } from './flight.js';
import { type AircraftVisit, type FlightRange, Flights } from './flights.service.js';

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
/** Number of visits whose flights are read at once, and the first range of low positions (ms), which then doubles. */
const BATCH = 32;
const FIRST_STEP_MS = 2 * HOUR_MS;

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
   * Returns at most `limit` movements at an airport, latest first, after a place in the list. Low positions are read
   * backwards in time and flights in batches of visits, so that a page costs its own flights and not those of the day.
   */
  async list(
    airport: Airport,
    range: FlightRange,
    limit: number,
    { kind, after }: { kind?: MovementKind; after?: MovementPlace } = {},
  ): Promise<AirportMovement[]> {
    const end = after === undefined ? range.to : Math.min(range.to, after[0] + EDGE_MS + 1);
    const visits = new VisitList();
    const found: AirportMovement[] = [];
    // A visit that is not complete, and each of the batch, may have a movement before those that are found.
    const isDone = (next: number) =>
      found.length >= limit && (found[limit - 1] as AirportMovement).end.at > next + EDGE_MS;
    let stepMs = FIRST_STEP_MS;
    for (let to = end; to > range.from && !isDone(visits.latestOpen(to)); stepMs *= 2) {
      const from = Math.max(range.from, to - stepMs);
      visits.add(await this.lowPoints(airport, { from, to: to - 1 }));
      const complete = visits.takeComplete(from === range.from ? Number.NEGATIVE_INFINITY : from);
      to = from;
      for (let at = 0; at < complete.length; at += BATCH) {
        const batch = complete.slice(at, at + BATCH);
        if (isDone(Math.max((batch[0] as AircraftVisit).to, visits.latestOpen(to)))) break;
        found.push(...(await this.ofVisits(airport, batch, range, kind, after)));
        found.sort(latestFirst);
      }
    }
    return found.slice(0, limit);
  }

  private lowPoints({ lat, lon, elevationFeet }: Airport, range: FlightRange): Promise<LowPoint[]> {
    const box = widened({ west: lon, south: lat, east: lon, north: lat }, BOX_METERS);
    return this.tracks.lowPoints(box, range, (elevationFeet ?? 0) + 5_000, MAX_LOW_POINTS);
  }

  private async ofVisits(
    { icao }: Airport,
    visits: readonly AircraftVisit[],
    range: FlightRange,
    kind: MovementKind | undefined,
    after: MovementPlace | undefined,
  ): Promise<AirportMovement[]> {
    const flights = await this.flights.ofVisits(visits);
    return visits.flatMap((visit, at) => {
      const ends = (flights[at] as AircraftFlight[]).flatMap((one): AirportMovement[] => [
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
          isIn(visit, movement.end.at),
      );
    });
  }
}

type LowPoint = { key: number; observedAt: number };

/** Collects visits from low positions that are read backwards in time. */
class VisitList {
  /** The earliest visits of each aircraft, which positions of an earlier time may extend. */
  private readonly open = new Map<number, AircraftVisit>();
  private complete: AircraftVisit[] = [];

  /** @param points before those added earlier, oldest first */
  add(points: readonly LowPoint[]): void {
    for (const { key, observedAt } of points.toReversed()) {
      const visit = this.open.get(key);
      if (visit !== undefined && visit.from - observedAt <= VISIT_MS) {
        visit.from = observedAt;
        continue;
      }
      if (visit !== undefined) this.complete.push(visit);
      this.open.set(key, { key, from: observedAt, to: observedAt });
    }
  }

  /** Removes and returns the visits to which no position before a time (ms) belongs, latest end first. */
  takeComplete(before: number): AircraftVisit[] {
    for (const [key, visit] of this.open) {
      if (visit.from - before <= VISIT_MS) continue;
      this.complete.push(visit);
      this.open.delete(key);
    }
    const taken = this.complete.sort((one, other) => other.to - one.to || one.key - other.key);
    this.complete = [];
    return taken;
  }

  /** Returns the latest time (ms) of a visit that is not complete, or of one before a time. */
  latestOpen(before: number): number {
    let latest = before;
    for (const { to } of this.open.values()) latest = Math.max(latest, to);
    return latest;
  }
}

const isIn = ({ from, to }: FlightRange, at: number): boolean => at >= from - EDGE_MS && at <= to + EDGE_MS;

type Ordered = { end: Pick<FlightEnd, 'at'>; key: number };
const latestFirst = (one: Ordered, other: Ordered): number => other.end.at - one.end.at || one.key - other.key;
