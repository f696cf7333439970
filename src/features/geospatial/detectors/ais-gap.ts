import type { GeoEvent } from '../geo-event.js';
import { entityOf, idOf, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { destination, distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type Notice, rounded } from './detector.js';
import { OpenDetections } from './open-detections.js';
import { isServiceCraft } from './service-craft.js';
import { vesselName } from './vessel-name.js';

/** Class A reports every 2 to 10 s under way (ITU-R M.1371): silence of so long (ms) is no lost message. */
export const SILENT_MS = 30 * 60_000;
const UNDER_WAY_KNOTS = 3;
/** She must have reported so often, and on average so closely (ms), that silence means something. */
const LEAST_REPORTS = 10;
const REGULAR_MS = 180_000;
/** Where others were heard so recently (ms), she would be heard. */
const HEARD_MS = 10 * 60_000;
/** She is not expected any more (ms): she may have been broken up, sold or sunk. */
const GIVEN_UP_MS = 7 * 86_400_000;
/** A vessel that is heard again so near (m) to where it fell silent, and not later than after so long (ms), has stopped there: its transponder was off or out of reach, and it went nowhere. */
const SAME_PLACE_METERS = 500;
const SAME_PLACE_MS = 6 * 3_600_000;
/** Cells of a quarter of a degree. */
const CELLS_A_DEGREE = 4;
/** Vessels looked at in one check. */
const SLICE = 20_000;

interface Track {
  lat: number;
  lon: number;
  observedAt: number;
  speedKnots: number;
  courseDegrees: number;
  reports: number;
  /** Between reports, of late (ms). */
  intervalMs: number;
}

/** A cell by a position; who was heard there last but her is what counts, so it keeps the last two. */
interface Heard {
  key: number;
  at: number;
  otherAt: number;
  /** Since when somebody was heard there again and again: a receiver that was off misses no ship. */
  since: number;
}

/** The cell of a place; whoever is heard in it is taken to show that everybody there would be. */
export const heardCellOf = (lat: number, lon: number): number =>
  Math.floor((lat + 90) * CELLS_A_DEGREE) * 360 * CELLS_A_DEGREE + Math.floor((lon + 180) * CELLS_A_DEGREE);

/** A ship under way of class A falls silent for half an hour where others are heard; when she is heard again, or is given up after a week, it is over. */
export class AisGap implements Detector {
  readonly type = 'ais_gap';
  private readonly open: OpenDetections;
  private readonly tracks = new Map<number, Track>();
  private readonly heard = new Map<number, Heard>();
  private scan?: IterableIterator<[number, Track]>;

  constructor(
    notice: Notice,
    private readonly vesselOf: (key: number) => Vessel | undefined,
  ) {
    this.open = new OpenDetections(notice);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees }: Movement): void {
    if (layer !== 'vessels') return;
    this.note(heardCellOf(lat, lon), key, observedAt);
    const track = this.tracks.get(key);
    if (track === undefined) {
      this.tracks.set(key, { lat, lon, observedAt, speedKnots, courseDegrees, reports: 1, intervalMs: REGULAR_MS });
      return;
    }
    const gap = observedAt - track.observedAt;
    if (gap >= SILENT_MS && this.open.size > 0) this.close(key, track, { lat, lon }, observedAt);
    track.intervalMs += (Math.min(gap, SILENT_MS) - track.intervalMs) / 8;
    track.reports += 1;
    Object.assign(track, { lat, lon, observedAt, speedKnots, courseDegrees });
  }

  check(now: number): void {
    this.scan ??= this.tracks.entries();
    for (let looked = 0; looked < SLICE; looked += 1) {
      const next = this.scan.next();
      if (next.done) {
        this.scan = undefined;
        for (const [cell, { at }] of this.heard) if (now - at > HEARD_MS) this.heard.delete(cell);
        this.giveUp(now);
        return;
      }
      this.judge(...next.value, now);
    }
  }

  resume(event: GeoEvent): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    const observedAt = event.startedAt.getTime();
    this.tracks.set(object.key, { ...event.position, observedAt, speedKnots: Number.NaN, courseDegrees: Number.NaN, reports: LEAST_REPORTS, intervalMs: 0 });
  }

  private note(cell: number, key: number, at: number): void {
    const heard = this.heard.get(cell);
    if (heard === undefined) {
      this.heard.set(cell, { key, at, otherAt: 0, since: at });
      return;
    }
    if (at - heard.at > HEARD_MS) heard.since = at;
    if (heard.key === key) heard.at = Math.max(heard.at, at);
    else Object.assign(heard, { key, at: Math.max(heard.at, at), otherAt: heard.at });
  }

  private giveUp(now: number): void {
    for (const subject of [...this.open.subjects()]) {
      const { startedAt } = this.open.get(subject) as { startedAt: Date };
      if (now - startedAt.getTime() < GIVEN_UP_MS) continue;
      this.open.end(subject, now);
      this.tracks.delete(parseEntity(subject)?.key ?? -1);
    }
  }

  private judge(key: number, track: Track, now: number): void {
    const silentMs = now - track.observedAt;
    if (silentMs < SILENT_MS) return;
    const subject = entityOf('vessels', key);
    if (this.open.get(subject) !== undefined) return;
    // Forgotten once it is settled that nothing comes of it.
    if (!this.isGap(key, track, silentMs, now)) {
      if (silentMs > 2 * SILENT_MS) this.tracks.delete(key);
      return;
    }
    const vessel = this.vesselOf(key) as Vessel;
    this.open.begin(subject, {
      key: `ais_gap:${idOf('vessels', key)}:${track.observedAt}`,
      type: this.type,
      title: `${vesselName(vessel)} has fallen silent`,
      severity: 3,
      position: { lat: track.lat, lon: track.lon },
      startedAt: new Date(track.observedAt),
      endedAt: null,
      reportedAt: new Date(now),
      entities: [subject],
      details: {
        lastSpeedKnots: rounded(track.speedKnots, 1),
        lastCourseDegrees: Number.isNaN(track.courseDegrees) ? null : rounded(track.courseDegrees),
        speedLimitKnots: UNDER_WAY_KNOTS,
        silentSeconds: rounded(silentMs / 1000),
        silentLimitSeconds: SILENT_MS / 1000,
        meanIntervalSeconds: rounded(track.intervalMs / 1000),
        reports: track.reports,
      },
    });
  }

  private isGap(key: number, { lat, lon, reports, intervalMs, speedKnots, courseDegrees }: Track, silentMs: number, now: number): boolean {
    if (!(speedKnots >= UNDER_WAY_KNOTS) || reports < LEAST_REPORTS || intervalMs > REGULAR_MS) return false;
    const sailed = (speedKnots * KNOTS_IN_METERS_PER_SECOND * silentMs) / 1000;
    const there = Number.isNaN(courseDegrees) ? { lat, lon } : destination(lat, lon, courseDegrees, sailed);
    const isHeard = (cell: number) => {
      const heard = this.heard.get(cell);
      if (heard === undefined || now - heard.since < SILENT_MS - HEARD_MS) return false;
      return now - (heard.key === key ? heard.otherAt : heard.at) <= HEARD_MS;
    };
    // Both where she was and where she should be by now: out of reach of a receiver she is not silent.
    if (!isHeard(heardCellOf(lat, lon)) || !isHeard(heardCellOf(there.lat, there.lon))) return false;
    // Last, since it is dear: after a silence of the feed thousands are judged every second.
    const vessel = this.vesselOf(key);
    return vessel?.station === 'class_a' && !isServiceCraft(vessel.shipTypeCode);
  }

  private close(key: number, track: Track, position: { lat: number; lon: number }, observedAt: number): void {
    const meters = distanceMeters(track.lat, track.lon, position.lat, position.lon);
    const silentSeconds = rounded((observedAt - track.observedAt) / 1000);
    const subject = entityOf('vessels', key);
    const known = this.open.get(subject);
    if (known === undefined) return;
    const impliedKnots = rounded(meters / silentSeconds / KNOTS_IN_METERS_PER_SECOND, 1);
    const details = { ...known.details, silentSeconds, distanceMeters: rounded(meters), impliedKnots };
    if (isServiceCraft(this.vesselOf(key)?.shipTypeCode ?? null)) {
      this.open.withdraw(subject, observedAt, 'the vessel turned out to be a service craft.', { position, details });
      return;
    }
    if (meters > SAME_PLACE_METERS || observedAt - track.observedAt > SAME_PLACE_MS) {
      this.open.end(subject, observedAt, { position, details: { ...details, withdrawn: false } });
      return;
    }
    const limits = { samePlaceLimitMeters: SAME_PLACE_METERS, samePlaceLimitSeconds: SAME_PLACE_MS / 1000 };
    const why = `the vessel was heard again ${rounded(meters)} m from where it fell silent. It had stopped there.`;
    this.open.withdraw(subject, observedAt, why, { position, details: { ...details, ...limits } });
  }
}
