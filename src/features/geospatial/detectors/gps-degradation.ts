import type { Aircraft } from '../aircraft.js';
import { entityOf, type Layer } from '../layer.js';
import type { Movement } from '../movement.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';

/** The minimum accuracy of 14 CFR 91.227: NACp 8 (93 m) and NIC 7 (370 m). Lower values are degraded. */
const GOOD_NACP = 8;
const GOOD_NIC = 7;
/** An aircraft counts in its cell for this time after its last report (ms). */
const WINDOW_MS = 10 * 60_000;
const CELL_DEGREES = 2;
/**
 * Minimum number of degraded aircraft in a cell, and minimum fraction of all aircraft in the cell, to start an event.
 */
const MIN_AIRCRAFT = 3;
const BEGIN_SHARE = 0.25;
/** An event ends below this fraction. */
const END_SHARE = 0.1;
const limits = {
  aircraftLimit: MIN_AIRCRAFT,
  shareLimit: BEGIN_SHARE,
  nacPLimit: GOOD_NACP,
  nicLimit: GOOD_NIC,
  windowSeconds: WINDOW_MS / 1000,
};
const EVALUATION_INTERVAL_MS = 15_000;

interface Observation {
  cell: number;
  at: number;
  /** True if the accuracy was good before. A transponder whose accuracy was never good shows nothing about the area. */
  wasGood: boolean;
  isBad: boolean;
}

const cellOf = (lat: number, lon: number): number =>
  Math.floor((lat + 90) / CELL_DEGREES) * (360 / CELL_DEGREES) + Math.floor((lon + 180) / CELL_DEGREES);

const centerOf = (cell: number): { lat: number; lon: number } => ({
  lat: Math.floor(cell / (360 / CELL_DEGREES)) * CELL_DEGREES - 90 + CELL_DEGREES / 2,
  lon: (cell % (360 / CELL_DEGREES)) * CELL_DEGREES - 180 + CELL_DEGREES / 2,
});

/** Detects areas in which several aircraft lose good position accuracy, a sign of disturbed satellite navigation. */
export class GpsDegradation implements Detector {
  readonly type = 'gps_degradation';
  private readonly open: OpenDetections;
  private readonly observations = new Map<number, Observation>();
  private readonly moving = new Set<number>();
  private evaluatedAt = 0;

  constructor(
    publish: PublishDetection,
    private readonly aircraftOf: (key: number) => Aircraft | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key }: Movement): void {
    if (layer === 'aircraft') this.moving.add(key);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'aircraft') return;
    this.moving.delete(key);
  }

  check(now: number): void {
    for (const key of this.moving) this.update(key);
    this.moving.clear();
    if (now - this.evaluatedAt < EVALUATION_INTERVAL_MS) return;
    this.evaluatedAt = now;
    this.evaluate(now);
  }

  resume(event: OngoingDetection): void {
    this.open.resume(String(cellOf(event.position.lat, event.position.lon)), event);
  }

  private update(key: number): void {
    const aircraft = this.aircraftOf(key);
    if (aircraft?.position == null || aircraft.onGround === true) return;
    const { nacP, nic } = aircraft;
    if (nacP === null && nic === null) return;
    const isBad = (nacP ?? GOOD_NACP) < GOOD_NACP || (nic ?? GOOD_NIC) < GOOD_NIC;
    const known = this.observations.get(key);
    const observation = {
      cell: cellOf(aircraft.position.lat, aircraft.position.lon),
      at: aircraft.observedAt,
      wasGood: known?.wasGood === true || !isBad,
      isBad,
    };
    this.observations.set(key, observation);
  }

  private evaluate(now: number): void {
    const cells = new Map<number, { seen: number; bad: number[] }>();
    for (const [key, { cell, at, wasGood, isBad }] of this.observations) {
      if (now - at > WINDOW_MS) {
        this.observations.delete(key);
        continue;
      }
      if (!wasGood) continue;
      const there = cells.get(cell) ?? { seen: 0, bad: [] };
      there.seen += 1;
      if (isBad) there.bad.push(key);
      cells.set(cell, there);
    }
    for (const [cell, { seen, bad }] of cells)
      if (bad.length >= MIN_AIRCRAFT && bad.length / seen >= BEGIN_SHARE) this.report(cell, seen, bad, now);
    for (const subject of [...this.open.subjects()]) {
      const { seen = 0, bad = [] } = cells.get(Number(subject)) ?? {};
      // After a restart too few aircraft may have reported yet to decide that the event has ended.
      if (this.open.isAwaitingReport(subject, now, WINDOW_MS)) continue;
      if (seen === 0 || bad.length / seen < END_SHARE) this.open.end(subject, now);
    }
  }

  private report(cell: number, seen: number, bad: number[], now: number): void {
    const share = bad.length / seen;
    const severity = share >= 0.75 && bad.length >= 10 ? 4 : share >= 0.5 ? 3 : 2;
    const details = {
      affectedAircraft: bad.length,
      seenAircraft: seen,
      affectedShare: rounded(share, 2),
      cellDegrees: CELL_DEGREES,
      ...limits,
    };
    const known = this.open.get(String(cell));
    if (known !== undefined) {
      if (severity > known.severity) this.open.change(String(cell), now, { severity, details });
      return;
    }
    const times = { startedAt: new Date(now), endedAt: null, reportedAt: new Date(now) };
    const entities = bad.slice(0, 20).map((key) => entityOf('aircraft', key));
    const title = `GPS degradation: ${bad.length} of ${seen} aircraft`;
    this.open.begin(String(cell), {
      key: `gps_degradation:${cell}:${now}`,
      type: this.type,
      title,
      severity,
      position: centerOf(cell),
      ...times,
      entities,
      details,
    });
  }
}
