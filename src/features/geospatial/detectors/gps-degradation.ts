import type { Aircraft } from '../aircraft.js';
import type { GeoEvent } from '../geo-event.js';
import { entityOf, type Layer } from '../layer.js';
import type { Movement } from '../movement.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';

/** What 14 CFR 91.227 asks of aircraft: NACp of 8 (93 m) and NIC of 7 (370 m). Less is bad. */
const GOOD_NACP = 8;
const GOOD_NIC = 7;
/** An aircraft counts where it was in the last so long (ms). */
const WINDOW_MS = 10 * 60_000;
/** In a cell of two degrees: so many at least, and so large a share of those seen there. */
const CELL_DEGREES = 2;
const LEAST_AIRCRAFT = 3;
const BEGIN_SHARE = 0.25;
const END_SHARE = 0.1;
const limits = { aircraftLimit: LEAST_AIRCRAFT, shareLimit: BEGIN_SHARE, nacPLimit: GOOD_NACP, nicLimit: GOOD_NIC, windowSeconds: WINDOW_MS / 1000 };
/** How often (ms) cells are judged. */
const JUDGE_MS = 15_000;

interface Sight {
  cell: number;
  at: number;
  /** It has been good before: transponders that never were say nothing about the place. */
  wasGood: boolean;
  isBad: boolean;
}

const cellOf = (lat: number, lon: number): number => Math.floor((lat + 90) / CELL_DEGREES) * (360 / CELL_DEGREES) + Math.floor((lon + 180) / CELL_DEGREES);

const centerOf = (cell: number): { lat: number; lon: number } => ({
  lat: Math.floor(cell / (360 / CELL_DEGREES)) * CELL_DEGREES - 90 + CELL_DEGREES / 2,
  lon: (cell % (360 / CELL_DEGREES)) * CELL_DEGREES - 180 + CELL_DEGREES / 2,
});

/** Where several aircraft that had good positions lose them: a place where satellite navigation is disturbed. */
export class GpsDegradation implements Detector {
  readonly type = 'gps_degradation';
  private readonly open: OpenDetections;
  private readonly sights = new Map<number, Sight>();
  private readonly moving = new Set<number>();
  private judgedAt = 0;

  constructor(
    notice: Notice,
    private readonly aircraftOf: (key: number) => Aircraft | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key }: Movement): void {
    if (layer === 'aircraft') this.moving.add(key);
  }

  expired(layer: Layer, key: number): void {
    if (layer !== 'aircraft') return;
    this.moving.delete(key);
  }

  check(now: number): void {
    for (const key of this.moving) this.look(key);
    this.moving.clear();
    if (now - this.judgedAt < JUDGE_MS) return;
    this.judgedAt = now;
    this.judge(now);
  }

  resume(event: GeoEvent): void {
    this.open.resume(String(cellOf(event.position.lat, event.position.lon)), event);
  }

  private look(key: number): void {
    const aircraft = this.aircraftOf(key);
    if (aircraft?.position == null || aircraft.onGround === true) return;
    const { nacP, nic } = aircraft;
    if (nacP === null && nic === null) return;
    const isBad = (nacP ?? GOOD_NACP) < GOOD_NACP || (nic ?? GOOD_NIC) < GOOD_NIC;
    const known = this.sights.get(key);
    const sight = { cell: cellOf(aircraft.position.lat, aircraft.position.lon), at: aircraft.observedAt, wasGood: known?.wasGood === true || !isBad, isBad };
    this.sights.set(key, sight);
  }

  private judge(now: number): void {
    const cells = new Map<number, { seen: number; bad: number[] }>();
    for (const [key, { cell, at, wasGood, isBad }] of this.sights) {
      if (now - at > WINDOW_MS) {
        this.sights.delete(key);
        continue;
      }
      if (!wasGood) continue;
      const there = cells.get(cell) ?? { seen: 0, bad: [] };
      there.seen += 1;
      if (isBad) there.bad.push(key);
      cells.set(cell, there);
    }
    for (const [cell, { seen, bad }] of cells) if (bad.length >= LEAST_AIRCRAFT && bad.length / seen >= BEGIN_SHARE) this.tell(cell, seen, bad, now);
    for (const subject of [...this.open.subjects()]) {
      const { seen = 0, bad = [] } = cells.get(Number(subject)) ?? {};
      // After a restart too few have been heard yet to say that it is over.
      if (this.open.isAwaited(subject, now, WINDOW_MS)) continue;
      if (seen === 0 || bad.length / seen < END_SHARE) this.open.end(subject, now);
    }
  }

  private tell(cell: number, seen: number, bad: number[], now: number): void {
    const share = bad.length / seen;
    const severity = share >= 0.75 && bad.length >= 10 ? 4 : share >= 0.5 ? 3 : 2;
    const details = { affectedAircraft: bad.length, seenAircraft: seen, affectedShare: rounded(share, 2), cellDegrees: CELL_DEGREES, ...limits };
    const known = this.open.get(String(cell));
    if (known !== undefined) {
      if (severity > known.severity) this.open.change(String(cell), now, { severity, details });
      return;
    }
    const times = { startedAt: new Date(now), endedAt: null, reportedAt: new Date(now) };
    const entities = bad.slice(0, 20).map((key) => entityOf('aircraft', key));
    const title = `Satellite navigation is disturbed: ${bad.length} of ${seen} aircraft`;
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
