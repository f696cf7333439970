import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { ENCOUNTER } from '../encounters/encounter.js';
import type { Coasts } from '../land/coasts.js';
import { entityOf, type Layer, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { distanceMeters } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Approach, type Course, closestApproach } from './closest-approach.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import { PairGrid } from './pair-grid.js';
import type { PortTable } from './port-table.js';
import { isFishing, isServiceCraft, liesAtRest, vesselName } from './vessel-properties.js';

/**
 * Maximum distance of two vessels that are together (m), and minimum time for an encounter (ms). No standard defines
 * these values.
 */
const TOGETHER_METERS = 500;
const MIN_ENCOUNTER_MS = 2 * HOUR_MS;
const COAST_METERS = 10_000;
const PORT_METERS = 10_000;
const SLOW_KNOTS = 3;
/** Maximum relative speed (knots). Speeds of drifting vessels are noisy, so the limit is generous. */
const MAX_RELATIVE_KNOTS = 2;
/** An encounter continues while its vessels are apart, faster or silent for less than this time (ms). */
const PAUSE_MS = 15 * MINUTE_MS;
/** Maximum age of a report that is extrapolated (ms). Class B vessels at rest report every three minutes. */
const MAX_AGE_MS = 6 * MINUTE_MS;
/**
 * After a restart, an open encounter ends when its vessels were not seen together for this time (ms): the default of
 * `SVC_VESSEL_TTL_SECONDS`.
 */
const RESUME_TIMEOUT_MS = 2 * HOUR_MS;
const SWEEP_MS = MINUTE_MS;
/** A vessel that has drifted this far (m) is assessed again: it may now be near a coast or a port. */
const REASSESS_METERS = 1_000;
/**
 * Maximum work of one check, a few milliseconds of each kind: vessels assessed, vessels put into the grid, and units of
 * comparison.
 */
const ASSESSED_PER_CHECK = 40;
const GATHERED_PER_CHECK = 2_500;
const UNITS_PER_CHECK = 6_000;
interface Drifter extends Course {
  key: number;
  /** True if the vessel is away from coasts and ports; undefined until it is assessed. */
  isAtSea?: boolean;
  assessedLat: number;
  assessedLon: number;
}

interface Pair {
  since: number;
  /** Time at which the vessels were last seen together (ms). */
  last: number;
  leastMeters: number;
  mostMeters: number;
}

/**
 * Detects pairs of vessels that lie or drift together in the open sea for two hours. The encounter ends when they part.
 */
export class VesselEncounter implements Detector {
  readonly type = ENCOUNTER;
  private readonly open: OpenDetections;
  private readonly drifters = new Map<number, Drifter>();
  private readonly unassessed = new Set<Drifter>();
  private readonly pairs = new Map<string, Pair>();
  /** Keys of the vessels in open encounters. */
  private inEncounter = new Set<number>();
  private grid = new PairGrid<Drifter>();
  private next = 0;
  private sweptAt = 0;
  /** Iterates over the vessels that are not yet in the grid of this sweep; undefined when all are. */
  private gathering?: Iterator<Drifter>;

  constructor(
    publish: PublishDetection,
    private readonly ports: Pick<PortTable, 'near'>,
    private readonly coasts: Pick<Coasts, 'landMask'>,
    private readonly vesselOf: (key: number) => Vessel | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  /** True if a vessel is in an encounter, which explains its stay. */
  isInEncounter(key: number): boolean {
    return this.inEncounter.has(key);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees }: Movement): void {
    if (layer !== 'vessels') return;
    if (!(speedKnots < SLOW_KNOTS)) {
      this.forget(key);
      return;
    }
    const drifter = this.drifters.get(key);
    if (drifter === undefined) {
      const found: Drifter = {
        key,
        lat,
        lon,
        observedAt,
        speedKnots,
        courseDegrees,
        assessedLat: lat,
        assessedLon: lon,
      };
      if (Number.isNaN(courseDegrees)) Object.assign(found, { speedKnots: 0, courseDegrees: 0 });
      this.drifters.set(key, found);
      this.unassessed.add(found);
      return;
    }
    const hasCourse = !Number.isNaN(courseDegrees);
    drifter.lat = lat;
    drifter.lon = lon;
    drifter.observedAt = observedAt;
    drifter.speedKnots = hasCourse ? speedKnots : 0;
    drifter.courseDegrees = hasCourse ? courseDegrees : 0;
  }

  expired(layer: Layer, key: number): void {
    if (layer === 'vessels') this.forget(key);
  }

  check(now: number): void {
    this.assess();
    if (this.gathering === undefined && this.next >= this.grid.items.length) {
      if (now - this.sweptAt < SWEEP_MS) return;
      this.startSweep(now);
    }
    if (this.gathering !== undefined && !this.gather(this.gathering, now)) return;
    const { items } = this.grid;
    const compare = (one: Drifter, other: Drifter) => this.compare(one, other, now);
    for (let units = 0; this.next < items.length && units < UNITS_PER_CHECK; this.next += 1)
      units += this.grid.compareAround(items[this.next] as Drifter, compare);
  }

  resume(event: OngoingDetection): void {
    const subject = event.entities.join('+');
    this.open.resume(subject, event);
    const { leastMeters, mostMeters } = event.details;
    this.pairs.set(subject, {
      since: event.startedAt.getTime(),
      last: event.reportedAt.getTime(),
      leastMeters: Number(leastMeters ?? Number.POSITIVE_INFINITY),
      mostMeters: Number(mostMeters ?? 0),
    });
    this.listEntities();
  }

  private forget(key: number): void {
    const drifter = this.drifters.get(key);
    if (drifter === undefined) return;
    this.drifters.delete(key);
    this.unassessed.delete(drifter);
  }

  /** Determines which vessels are away from coasts and ports. Does nothing until the coasts are loaded. */
  private assess(): void {
    if (this.unassessed.size === 0) return;
    const { landMask } = this.coasts;
    if (landMask === undefined) return;
    let assessed = 0;
    for (const drifter of this.unassessed) {
      if (assessed === ASSESSED_PER_CHECK) return;
      assessed += 1;
      this.unassessed.delete(drifter);
      const { lat, lon } = drifter;
      drifter.assessedLat = lat;
      drifter.assessedLon = lon;
      drifter.isAtSea =
        this.ports.near(lat, lon, PORT_METERS) === undefined && landMask.isOffshore(lat, lon, COAST_METERS);
    }
  }

  /** Starts a new sweep over all drifting vessels, and ends the encounters whose vessels have parted. */
  private startSweep(now: number): void {
    this.sweptAt = now;
    this.grid = new PairGrid();
    this.next = 0;
    this.gathering = this.drifters.values();
    for (const [subject, { last }] of this.pairs) {
      if (this.open.isAwaitingReport(subject, now, RESUME_TIMEOUT_MS) || now - last <= PAUSE_MS) continue;
      this.part(subject, last);
    }
  }

  /** Puts vessels with a recent report into the grid. @returns true when all are in it */
  private gather(drifters: Iterator<Drifter>, now: number): boolean {
    for (let gathered = 0; gathered < GATHERED_PER_CHECK; gathered += 1) {
      const { done, value: drifter } = drifters.next();
      if (done) {
        this.gathering = undefined;
        return true;
      }
      if (now - drifter.observedAt > MAX_AGE_MS) continue;
      if (distanceMeters(drifter.lat, drifter.lon, drifter.assessedLat, drifter.assessedLon) > REASSESS_METERS)
        this.unassessed.add(drifter);
      if (drifter.isAtSea === true) this.grid.add(drifter);
    }
    return false;
  }

  private compare(one: Drifter, other: Drifter, now: number): void {
    const approach = closestApproach(one, other, now);
    if (approach.rangeMeters > TOGETHER_METERS || approach.relativeKnots > MAX_RELATIVE_KNOTS) return;
    const [a, b] = [this.vesselOf(one.key), this.vesselOf(other.key)];
    if (a === undefined || b === undefined) return;
    const subject = `${entityOf('vessels', one.key)}+${entityOf('vessels', other.key)}`;
    if (isServiceCraft(a.shipTypeCode) || isServiceCraft(b.shipTypeCode)) {
      this.pairs.delete(subject);
      if (this.open.get(subject) === undefined) return;
      this.open.withdraw(subject, now, 'one of the vessels turned out to be a service craft.');
      this.listEntities();
      return;
    }
    if (isExplained(a, b)) return;
    const pair = this.pairs.get(subject);
    if (pair === undefined) {
      this.pairs.set(subject, {
        since: now,
        last: now,
        leastMeters: approach.rangeMeters,
        mostMeters: approach.rangeMeters,
      });
      return;
    }
    pair.last = now;
    pair.leastMeters = Math.min(pair.leastMeters, approach.rangeMeters);
    pair.mostMeters = Math.max(pair.mostMeters, approach.rangeMeters);
    this.open.confirm(subject);
    if (now - pair.since >= MIN_ENCOUNTER_MS && this.open.get(subject) === undefined)
      this.publish(subject, pair, [a, b], one, approach, now);
  }

  private publish(
    subject: string,
    pair: Pair,
    vessels: readonly [Vessel, Vessel],
    { lat, lon }: Drifter,
    approach: Approach,
    now: number,
  ): void {
    this.open.begin(subject, {
      key: `encounter:${subject}:${pair.since}`,
      type: this.type,
      title: `${vessels.map(vesselName).join(' and ')}: ship-to-ship encounter`,
      severity: 3,
      position: { lat, lon },
      startedAt: new Date(pair.since),
      endedAt: null,
      reportedAt: new Date(now),
      entities: vessels.map(({ key }) => entityOf('vessels', key)),
      details: {
        ...measured(pair),
        firstName: vessels[0].name,
        secondName: vessels[1].name,
        relativeKnots: rounded(approach.relativeKnots, 1),
        distanceLimitMeters: TOGETHER_METERS,
        durationLimitSeconds: MIN_ENCOUNTER_MS / 1000,
        speedLimitKnots: SLOW_KNOTS,
        relativeLimitKnots: MAX_RELATIVE_KNOTS,
        coastLimitMeters: COAST_METERS,
        portLimitMeters: PORT_METERS,
      },
    });
    this.listEntities();
  }

  /** Ends the time that two vessels were together, and their encounter if it was published. */
  private part(subject: string, at: number): void {
    const pair = this.pairs.get(subject);
    this.pairs.delete(subject);
    const known = this.open.get(subject);
    if (known === undefined || pair === undefined) return;
    this.open.end(subject, at, { details: { ...known.details, ...measured(pair) } });
    this.listEntities();
  }

  private listEntities(): void {
    const subjects = [...this.open.subjects()].flatMap((subject) => subject.split('+'));
    this.inEncounter = new Set(subjects.map((entity) => parseEntity(entity)?.key ?? -1));
  }
}

/**
 * True if a pair has a reason to lie together: one is at anchor, moored or aground, both fish, or one is not a vessel.
 */
const isExplained = (a: Vessel, b: Vessel): boolean =>
  [a, b].some(
    ({ station, navigationStatus }) => !['class_a', 'class_b'].includes(station) || liesAtRest(navigationStatus),
  ) ||
  (isFishing(a) && isFishing(b));

const measured = ({ since, last, leastMeters, mostMeters }: Pair) => ({
  durationSeconds: rounded((last - since) / 1000),
  leastMeters: rounded(leastMeters),
  mostMeters: rounded(mostMeters),
});
