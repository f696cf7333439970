import type { Aircraft } from '../aircraft.js';
import type { GeoEvent } from '../geo-event.js';
import type { Coasts } from '../land/coasts.js';
import { entityOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import type { Position } from '../position.js';
import { METERS_PER_NAUTICAL_MILE } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Approach, type Course, closestApproach, placeAt } from './closest-approach.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import type { PortTable } from './port-table.js';
import { isServiceCraft } from './service-craft.js';
import { isInStrait } from './straits.js';
import { vesselName } from './vessel-name.js';

/** When two come so near that it is worth telling. */
interface Rule {
  /** Slower ones (knots) lie, drift, taxi or manoeuvre. */
  leastKnots: number;
  /** Against each other (knots): a convoy, a tow or a formation keeps together. */
  leastRelativeKnots: number;
  cpaMeters: number;
  tcpaSeconds: number;
  /** A report older than this (ms) says too little of where it is now. */
  freshMs: number;
}

/** Ships: less than half a cable (93 m) apart within six minutes; a whole one is a common distance in fairways. Aircraft: 3 nautical miles, the radar minimum of ICAO Doc 4444 §8.7.3, within a minute. */
const rules: Record<Layer, Rule> = {
  vessels: { leastKnots: 5, leastRelativeKnots: 3, cpaMeters: 93, tcpaSeconds: 360, freshMs: 60_000 },
  aircraft: { leastKnots: 100, leastRelativeKnots: 50, cpaMeters: 5_556, tcpaSeconds: 60, freshMs: 20_000 },
};
/** With less height between them (feet), and only so high: near airports traffic is kept apart otherwise. Half of the 1,000 feet between levels, and a bit. */
const LEAST_FEET = 700;
const EN_ROUTE_FEET = 10_000;
/** On rivers and canals, too, and in the roads and estuaries so near (m) to the coast of the map, which is itself a mile off here and there. */
const INSHORE_METERS = METERS_PER_NAUTICAL_MILE;

/** Two that may meet in time are in the same or in neighbouring cells: of a tenth of a degree for ships, of half a degree for aircraft. */
const CELLS_A_DEGREE: Record<Layer, number> = { vessels: 10, aircraft: 2 };
const SWEEP_MS = 10_000;
/** After a restart a pair is waited for so long (ms). */
const AWAITED_MS = 120_000;
/** How many pairs are looked at in one check. */
const SLICE = 100_000;
/** Pairs of one cell: more than that many in it (a harbour, a stack) are not paired. */
const CROWD = 60;

interface Mover extends Course {
  key: number;
  altitudeFeet: number;
}

/** Two ships, or two aircraft en route, that will come closer than is safe if both go on as they do. */
export class CloseApproach implements Detector {
  readonly type = 'close_approach';
  private readonly open: OpenDetections;
  private readonly movers = new Map<number, Mover>();
  private cells = new Map<number, Mover[]>();
  private sweep: Mover[] = [];
  private at = 0;
  /** Pairs that were to come close at the last look, and at this one: a ship in a turn points at many for a moment. */
  private before = new Set<string>();
  private now = new Set<string>();
  private sweptAt = 0;

  constructor(
    notice: Notice,
    private readonly layer: Layer,
    private readonly ports: Pick<PortTable, 'isInHarbour'>,
    private readonly coasts: Pick<Coasts, 'landMask'>,
    private readonly stateOf: (key: number) => Vessel | Aircraft | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet }: Movement): void {
    if (layer !== this.layer) return;
    const isEnRoute = layer === 'vessels' || altitudeFeet >= EN_ROUTE_FEET;
    if (!(speedKnots >= rules[layer].leastKnots) || Number.isNaN(courseDegrees) || !isEnRoute) {
      this.movers.delete(key);
      return;
    }
    const mover = this.movers.get(key);
    const now = { key, lat, lon, observedAt, speedKnots, courseDegrees, altitudeFeet };
    if (mover === undefined) this.movers.set(key, now);
    else Object.assign(mover, now);
  }

  check(now: number): void {
    if (this.at >= this.sweep.length) {
      if (now - this.sweptAt < SWEEP_MS) return;
      this.begin(now);
    }
    for (let pairs = 0; this.at < this.sweep.length && pairs < SLICE; this.at += 1) pairs += this.look(this.sweep[this.at] as Mover, now);
  }

  resume(event: GeoEvent): void {
    if (event.entities.every((entity) => parseEntity(entity)?.layer === this.layer)) this.open.resume(event.entities.join('+'), event);
  }

  /** A new look at all of them; what was noticed before is over when neither comes nearer any more. */
  private begin(now: number): void {
    this.sweptAt = now;
    this.cells = new Map();
    this.before = this.now;
    this.now = new Set();
    const { freshMs } = rules[this.layer];
    for (const [key, mover] of this.movers) {
      if (now - mover.observedAt > 10 * freshMs) this.movers.delete(key);
      if (now - mover.observedAt > freshMs) continue;
      const cell = this.cellOf(mover, 0, 0);
      const there = this.cells.get(cell);
      if (there === undefined) this.cells.set(cell, [mover]);
      else if (there.length < CROWD) there.push(mover);
    }
    this.sweep = [...this.cells.values()].flat();
    this.at = 0;
    for (const subject of [...this.open.subjects()]) this.follow(subject, now);
  }

  /** @returns how many others it looked at */
  private look(mover: Mover, now: number): number {
    let pairs = 1;
    for (let rows = -1; rows <= 1; rows += 1) {
      for (let columns = -1; columns <= 1; columns += 1) {
        for (const other of this.cells.get(this.cellOf(mover, rows, columns)) ?? []) {
          pairs += 1;
          if (other.key > mover.key) this.judge(mover, other, now);
        }
      }
    }
    return pairs;
  }

  /** The cell of a place, or the one so many rows north and columns east of it. */
  private cellOf({ lat, lon }: Mover, rows: number, columns: number): number {
    const perDegree = CELLS_A_DEGREE[this.layer];
    const around = 360 * perDegree;
    return (Math.floor((lat + 90) * perDegree) + rows) * around + ((Math.floor((lon + 180) * perDegree) + columns + around) % around);
  }

  private judge(one: Mover, other: Mover, now: number): void {
    const rule = rules[this.layer];
    if (this.layer === 'aircraft' && !(Math.abs(one.altitudeFeet - other.altitudeFeet) < LEAST_FEET)) return;
    const approach = closestApproach(one, other, now);
    if (approach.cpaMeters >= rule.cpaMeters || approach.tcpaSeconds < 0 || approach.tcpaSeconds > rule.tcpaSeconds) return;
    if (approach.relativeKnots < rule.leastRelativeKnots) return;
    const entities = [entityOf(this.layer, one.key), entityOf(this.layer, other.key)];
    const subject = entities.join('+');
    this.now.add(subject);
    if (!this.before.has(subject) || this.open.get(subject) !== undefined) return;
    const names = this.namesOf(one, other);
    if (names === undefined || (this.layer === 'vessels' && this.isInshore(placeAt(one, now + 1_000 * approach.tcpaSeconds)))) return;
    this.open.begin(subject, {
      key: `close_approach:${subject}:${now}`,
      type: this.type,
      title: `${names.join(' and ')} are coming within ${rounded(approach.cpaMeters)} m`,
      severity: approach.cpaMeters < rule.cpaMeters / 3 ? 4 : 3,
      position: { lat: one.lat, lon: one.lon },
      startedAt: new Date(now),
      endedAt: null,
      reportedAt: new Date(now),
      entities,
      details: { ...detailsOf(approach), ...limitsOf(this.layer, one, other) },
    });
  }

  /** Undefined when the two come close on purpose, or are boats (class B), which turn in a moment. */
  private namesOf(one: Mover, other: Mover): string[] | undefined {
    const states = [this.stateOf(one.key), this.stateOf(other.key)];
    if (this.layer === 'aircraft')
      return states.map((state, index) => (state as Aircraft | undefined)?.callsign ?? entityOf('aircraft', [one, other][index]?.key ?? 0));
    const [a, b] = states as Array<Vessel | undefined>;
    if (a?.station !== 'class_a' || b?.station !== 'class_a' || isServiceCraft(a.shipTypeCode) || isServiceCraft(b.shipTypeCode)) return undefined;
    return [vesselName(a), vesselName(b)];
  }

  /**
   * Whether ships pass each other closely at a place all day: in and before ports, on rivers and along the coast, but for the fairways of straits.
   * Until the coasts are read nobody knows; the next look at the pair asks again.
   */
  private isInshore({ lat, lon }: Position): boolean {
    const { landMask } = this.coasts;
    if (landMask === undefined) return true;
    if (isInStrait(lat, lon)) return false;
    if (this.ports.isInHarbour(lat, lon)) return true;
    return !landMask.isOffshore(lat, lon, INSHORE_METERS);
  }

  private follow(subject: string, now: number): void {
    const known = this.open.get(subject);
    const pair = known?.entities?.map((entity) => this.movers.get(parseEntity(entity)?.key ?? -1)) ?? [];
    const [one, other] = pair;
    if (one === undefined || other === undefined) {
      if (!this.open.isAwaited(subject, now, AWAITED_MS)) this.open.end(subject, now);
      return;
    }
    this.open.heard(subject);
    // What a vessel is may become known only after it was heard several times.
    if (this.layer === 'vessels' && this.namesOf(one, other) === undefined && this.stateOf(one.key) !== undefined && this.stateOf(other.key) !== undefined) {
      this.open.withdraw(subject, now, 'one of the vessels turned out to be a service craft, or not of class A.');
      return;
    }
    const approach = closestApproach(one, other, now);
    const leastMeters = Math.min(Number(known?.details?.leastMeters ?? Number.POSITIVE_INFINITY), rounded(approach.rangeMeters));
    const details = { ...known?.details, leastMeters };
    if (approach.tcpaSeconds < 0 || approach.cpaMeters > 3 * rules[this.layer].cpaMeters) this.open.end(subject, now, { details });
    else this.open.note(subject, details);
  }
}

const detailsOf = ({ rangeMeters, cpaMeters, tcpaSeconds, relativeKnots }: Approach) => ({
  rangeMeters: rounded(rangeMeters),
  cpaMeters: rounded(cpaMeters),
  tcpaSeconds: rounded(tcpaSeconds),
  relativeKnots: rounded(relativeKnots, 1),
});

/** What a close approach was measured against. */
function limitsOf(layer: Layer, one: Mover, other: Mover) {
  const { cpaMeters, tcpaSeconds } = rules[layer];
  const limits = { cpaLimitMeters: cpaMeters, tcpaLimitSeconds: tcpaSeconds };
  if (layer === 'vessels') return limits;
  return { ...limits, verticalFeet: rounded(Math.abs(one.altitudeFeet - other.altitudeFeet)), verticalLimitFeet: LEAST_FEET };
}
