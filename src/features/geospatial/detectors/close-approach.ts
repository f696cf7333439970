import type { Aircraft } from '../aircraft.js';
import type { Coasts } from '../land/coasts.js';
import { entityOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Position } from '../position.js';
import { KNOTS_IN_METERS_PER_SECOND, METERS_PER_DEGREE, METERS_PER_NAUTICAL_MILE } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Approach, type Course, closestApproach, positionAt } from './closest-approach.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import type { PortTable } from './port-table.js';
import { isInStrait } from './straits.js';
import { isServiceCraft, vesselName } from './vessel-properties.js';

/** The limits of a close approach. */
interface Rule {
  /** Minimum speed of both objects (knots); slower ones are moored, drift, taxi or maneuver. */
  minKnots: number;
  /** Minimum relative speed (knots); a convoy, a tow or a formation moves together. */
  minRelativeKnots: number;
  cpaMeters: number;
  tcpaSeconds: number;
  /**
   * Maximum age of a report that is extrapolated to now (ms). Many receivers pass on one report of a vessel a minute,
   * some seconds late.
   */
  maxAgeMs: number;
}

/**
 * Limits for vessels: closer than half a cable (93 m) within six minutes; a whole cable is common in fairways. Limits
 * for aircraft: closer than 3 nautical miles, the radar separation minimum of ICAO Doc 4444 §8.7.3, within a minute.
 */
const rules: Record<Layer, Rule> = {
  vessels: { minKnots: 5, minRelativeKnots: 3, cpaMeters: 93, tcpaSeconds: 360, maxAgeMs: 90_000 },
  aircraft: { minKnots: 100, minRelativeKnots: 50, cpaMeters: 5_556, tcpaSeconds: 60, maxAgeMs: 20_000 },
};
/**
 * Vertical distance (feet) below which two aircraft are close: a bit more than half of the vertical separation minimum,
 * which is 1,000 feet.
 */
const MIN_FEET = 700;
/** Minimum altitude of aircraft: near airports other separation rules apply. */
const EN_ROUTE_FEET = 10_000;
/**
 * Distance from the coast of the map (m) within which vessels are inshore; the map's coast is up to a mile off the real
 * one.
 */
const INSHORE_METERS = METERS_PER_NAUTICAL_MILE;

/** Cells per degree. A cell (11 km high for vessels, 56 km for aircraft) is higher than `REACH_METERS`. */
const CELLS_A_DEGREE: Record<Layer, number> = { vessels: 10, aircraft: 2 };
/**
 * Distance (m) from which two fast objects can meet in time: vessels at 25 knots in six minutes, aircraft at 500 knots
 * in a minute. Cells get narrower toward the poles, so the neighboring columns within this distance are compared.
 */
const REACH_METERS: Record<Layer, number> = { vessels: 9_400, aircraft: 36_500 };
/** Maximum number of columns that are compared on each side; it is enough up to about 86° of latitude. */
const MAX_COLUMNS = 12;
const SWEEP_MS = 10_000;
/** After a restart, an open event ends when its pair has not reported for this time (ms). */
const RESUME_TIMEOUT_MS = 120_000;
const PAIRS_PER_CHECK = 100_000;
/** Maximum number of objects compared in one cell; the others in a crowd (a harbor, a holding stack) are left out. */
const MAX_PER_CELL = 60;

interface Mover extends Course {
  key: number;
  altitudeFeet: number;
}

/** Detects pairs of vessels, or of aircraft en route, that will come too close if both keep course and speed. */
export class CloseApproach implements Detector {
  readonly type = 'close_approach';
  private readonly open: OpenDetections;
  private readonly movers = new Map<number, Mover>();
  private cells = new Map<number, Mover[]>();
  private sweep: Mover[] = [];
  private next = 0;
  /**
   * Close pairs of the previous sweep and of this one. Only a pair in both is reported, because a turning vessel points
   * at many others for a moment.
   */
  private previousPairs = new Set<string>();
  private currentPairs = new Set<string>();
  private sweptAt = 0;

  constructor(
    publish: PublishDetection,
    private readonly layer: Layer,
    private readonly ports: Pick<PortTable, 'isInHarbor'>,
    private readonly coasts: Pick<Coasts, 'landMask'>,
    private readonly stateOf: (key: number) => Vessel | Aircraft | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet }: Movement): void {
    if (layer !== this.layer) return;
    const isEnRoute = layer === 'vessels' || altitudeFeet >= EN_ROUTE_FEET;
    if (!(speedKnots >= rules[layer].minKnots) || Number.isNaN(courseDegrees) || !isEnRoute) {
      this.movers.delete(key);
      return;
    }
    const mover = this.movers.get(key);
    const now = { key, lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet };
    if (mover === undefined) this.movers.set(key, now);
    else Object.assign(mover, now);
  }

  check(now: number): void {
    if (this.next >= this.sweep.length) {
      if (now - this.sweptAt < SWEEP_MS) return;
      this.startSweep(now);
    }
    for (let pairs = 0; this.next < this.sweep.length && pairs < PAIRS_PER_CHECK; this.next += 1)
      pairs += this.comparePairs(this.sweep[this.next] as Mover, now);
  }

  resume(event: OngoingDetection): void {
    if (event.entities.every((entity) => parseEntity(entity)?.layer === this.layer))
      this.open.resume(event.entities.join('+'), event);
  }

  /** Starts a new sweep over all objects, and updates or ends the open detections. */
  private startSweep(now: number): void {
    this.sweptAt = now;
    this.cells = new Map();
    this.previousPairs = this.currentPairs;
    this.currentPairs = new Set();
    const { maxAgeMs } = rules[this.layer];
    for (const [key, mover] of this.movers) {
      if (now - mover.observedAt > 10 * maxAgeMs) this.movers.delete(key);
      if (now - mover.observedAt > maxAgeMs) continue;
      const cell = this.cellOf(mover, 0, 0);
      const there = this.cells.get(cell);
      if (there === undefined) this.cells.set(cell, [mover]);
      else if (there.length < MAX_PER_CELL) there.push(mover);
    }
    this.sweep = [...this.cells.values()].flat();
    this.next = 0;
    for (const subject of [...this.open.subjects()]) this.follow(subject, now);
  }

  /**
   * Compares an object with the objects in its cell and in half of the neighboring cells; objects in the other half
   * compare themselves with it.
   * @returns the number of comparisons
   */
  private comparePairs(mover: Mover, now: number): number {
    const columns = this.columnsAt(mover.lat);
    let pairs = this.compareCell(mover, 0, 0, now) + 1;
    for (let column = 1; column <= columns; column += 1) pairs += this.compareCell(mover, 0, column, now);
    for (let column = -columns; column <= columns; column += 1) pairs += this.compareCell(mover, 1, column, now);
    return pairs;
  }

  private compareCell(mover: Mover, rows: number, columns: number, now: number): number {
    const isOwn = rows === 0 && columns === 0;
    const others = this.cells.get(this.cellOf(mover, rows, columns)) ?? [];
    for (const other of others)
      if (other.key > mover.key) this.evaluate(mover, other, now);
      else if (!isOwn) this.evaluate(other, mover, now);
    return others.length;
  }

  /** Returns the number of columns on each side in which another object can be within reach of a latitude. */
  private columnsAt(lat: number): number {
    const perDegree = CELLS_A_DEGREE[this.layer];
    // The cells of the next row to the north are narrower in the northern hemisphere.
    const narrowest = Math.cos((Math.min(90, Math.max(lat + 1 / perDegree, -lat)) * Math.PI) / 180);
    const width = (METERS_PER_DEGREE / perDegree) * narrowest;
    return Math.max(1, Math.min(MAX_COLUMNS, Math.ceil(REACH_METERS[this.layer] / width)));
  }

  /** Returns the cell of a position, shifted by a number of rows north and columns east. */
  private cellOf({ lat, lon }: Mover, rows: number, columns: number): number {
    const perDegree = CELLS_A_DEGREE[this.layer];
    const around = 360 * perDegree;
    return (
      (Math.floor((lat + 90) * perDegree) + rows) * around +
      ((Math.floor((lon + 180) * perDegree) + columns + around) % around)
    );
  }

  private evaluate(one: Mover, other: Mover, now: number): void {
    const rule = rules[this.layer];
    if (!canMeet(one, other, rule, now)) return;
    if (this.layer === 'aircraft' && !(Math.abs(one.altitudeFeet - other.altitudeFeet) < MIN_FEET)) return;
    const approach = closestApproach(one, other, now);
    if (approach.cpaMeters >= rule.cpaMeters || approach.tcpaSeconds < 0 || approach.tcpaSeconds > rule.tcpaSeconds)
      return;
    if (approach.relativeKnots < rule.minRelativeKnots) return;
    const entities = [entityOf(this.layer, one.key), entityOf(this.layer, other.key)];
    const subject = entities.join('+');
    this.currentPairs.add(subject);
    if (!this.previousPairs.has(subject) || this.open.get(subject) !== undefined) return;
    const names = this.namesOf(one, other);
    if (
      names === undefined ||
      (this.layer === 'vessels' && this.isInshore(positionAt(one, now + 1_000 * approach.tcpaSeconds)))
    )
      return;
    this.open.begin(subject, {
      key: `close_approach:${subject}:${now}`,
      type: this.type,
      title: `${names.join(' and ')}: closest approach ${rounded(approach.cpaMeters)} m`,
      severity: approach.cpaMeters < rule.cpaMeters / 3 ? 4 : 3,
      position: { lat: one.lat, lon: one.lon },
      startedAt: new Date(now),
      endedAt: null,
      reportedAt: new Date(now),
      entities,
      details: { ...detailsOf(approach), ...limitsOf(this.layer, one, other) },
    });
  }

  /**
   * Returns the names of a pair; undefined when one is a service craft, which comes close on purpose, or not of class
   * A: class B vessels turn quickly.
   */
  private namesOf(one: Mover, other: Mover): string[] | undefined {
    const states = [this.stateOf(one.key), this.stateOf(other.key)];
    if (this.layer === 'aircraft')
      return states.map(
        (state, index) =>
          (state as Aircraft | undefined)?.callsign ?? entityOf('aircraft', [one, other][index]?.key ?? 0),
      );
    const [a, b] = states as Array<Vessel | undefined>;
    if (
      a?.station !== 'class_a' ||
      b?.station !== 'class_a' ||
      isServiceCraft(a.shipTypeCode) ||
      isServiceCraft(b.shipTypeCode)
    )
      return undefined;
    return [vesselName(a), vesselName(b)];
  }

  /**
   * True if vessels often pass closely at a position: in harbors and their approaches, on rivers and along the coast,
   * except in fairways of straits. Also true while the coasts are loading; the next sweep checks again.
   */
  private isInshore({ lat, lon }: Position): boolean {
    const { landMask } = this.coasts;
    if (landMask === undefined) return true;
    if (isInStrait(lat, lon)) return false;
    if (this.ports.isInHarbor(lat, lon)) return true;
    return !landMask.isOffshore(lat, lon, INSHORE_METERS);
  }

  private follow(subject: string, now: number): void {
    const known = this.open.get(subject);
    const pair = known?.entities?.map((entity) => this.movers.get(parseEntity(entity)?.key ?? -1)) ?? [];
    const [one, other] = pair;
    if (one === undefined || other === undefined) {
      if (!this.open.isAwaitingReport(subject, now, RESUME_TIMEOUT_MS)) this.open.end(subject, now);
      return;
    }
    this.open.confirm(subject);
    // The ship type is checked again, since it may become known only after several reports.
    if (
      this.layer === 'vessels' &&
      this.namesOf(one, other) === undefined &&
      this.stateOf(one.key) !== undefined &&
      this.stateOf(other.key) !== undefined
    ) {
      this.open.withdraw(subject, now, 'one of the vessels turned out to be a service craft, or not of class A.');
      return;
    }
    const approach = closestApproach(one, other, now);
    const leastMeters = Math.min(
      Number(known?.details?.leastMeters ?? Number.POSITIVE_INFINITY),
      rounded(approach.rangeMeters),
    );
    const details = { ...known?.details, leastMeters };
    if (approach.tcpaSeconds < 0 || approach.cpaMeters > 3 * rules[this.layer].cpaMeters)
      this.open.end(subject, now, { details });
    else this.open.note(subject, details);
  }
}

/**
 * False for a pair that is too far apart to come close in time at any course. Most neighbors are too far apart, and
 * this check takes a tenth of the time of `closestApproach`. Distances are computed in the plane tangent to
 * the Earth at `one`.
 */
function canMeet(one: Mover, other: Mover, { cpaMeters, tcpaSeconds }: Rule, now: number): boolean {
  const knotSeconds = ({ speedKnots, observedAt }: Mover) =>
    speedKnots * (tcpaSeconds + Math.abs(now - observedAt) / 1_000);
  const reach = cpaMeters + (knotSeconds(one) + knotSeconds(other)) * KNOTS_IN_METERS_PER_SECOND;
  const north = (other.lat - one.lat) * METERS_PER_DEGREE;
  if (Math.abs(north) > reach) return false;
  const degrees = Math.abs(other.lon - one.lon);
  const turn = degrees > 180 ? 360 - degrees : degrees;
  const east = turn * METERS_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180);
  return north * north + east * east <= reach * reach;
}

const detailsOf = ({ rangeMeters, cpaMeters, tcpaSeconds, relativeKnots }: Approach) => ({
  rangeMeters: rounded(rangeMeters),
  cpaMeters: rounded(cpaMeters),
  tcpaSeconds: rounded(tcpaSeconds),
  relativeKnots: rounded(relativeKnots, 1),
});

/** Returns the limits of a close approach for the details of the event. */
function limitsOf(layer: Layer, one: Mover, other: Mover) {
  const { cpaMeters, tcpaSeconds } = rules[layer];
  const limits = { cpaLimitMeters: cpaMeters, tcpaLimitSeconds: tcpaSeconds };
  if (layer === 'vessels') return limits;
  return {
    ...limits,
    verticalFeet: rounded(Math.abs(one.altitudeFeet - other.altitudeFeet)),
    verticalLimitFeet: MIN_FEET,
  };
}
