import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { entityOf, idOf, parseEntity } from '../layer.js';
import type { Movement } from '../movement.js';
import { normalLongitude, type Position } from '../position.js';
import { destination, distanceMeters, KNOTS_IN_METERS_PER_SECOND, METERS_PER_NAUTICAL_MILE } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type Detector, type OngoingDetection, type PublishDetection, rounded } from './detector.js';
import { COVERAGE_MS, type Reception, receptionText, silence } from './gap-reception.js';
import { OpenDetections } from './open-detections.js';
import { isServiceCraft, vesselName } from './vessel-properties.js';

/**
 * Silence that starts a gap (ms). Under way, class A reports every 2 to 10 s (ITU-R M.1371), so a lost message is not
 * enough.
 */
const SILENT_MS = 30 * MINUTE_MS;
const UNDER_WAY_KNOTS = 3;
/** Minimum number of reports, and maximum mean interval (ms), of a vessel whose silence may be a gap. */
const MIN_REPORTS = 10;
const REGULAR_MS = 180_000;
/** A gap ends without a report after this time (ms): the vessel may have been scrapped, sold or sunk. */
const ABANDONED_AFTER_MS = 7 * DAY_MS;
/**
 * A vessel that reports again within this distance (m) and time (ms) of its last report is assumed to have stopped
 * there, with its transponder off or out of range.
 */
const SAME_PLACE_METERS = 500;
const SAME_PLACE_MS = 6 * HOUR_MS;
/** Maximum distance of a companion from the vessel (m): three nautical miles. */
const COMPANION_METERS = 3 * METERS_PER_NAUTICAL_MILE;
/** Coverage cells per degree: a cell is a quarter of a degree wide and high. */
const CELLS_A_DEGREE = 4;
const CELLS_AROUND = 360 * CELLS_A_DEGREE;
/**
 * Number of vessels evaluated in one check, to keep it short. 20,000 vessels take about 15 s, which is short compared
 * to the half hour of silence.
 */
const VESSELS_PER_CHECK = 1_500;

interface Track {
  lat: number;
  lon: number;
  observedAt: number;
  speedKnots: number;
  courseDegrees: number;
  reports: number;
  /** Moving average of the time between reports (ms). */
  intervalMs: number;
  /** The provider of the last report; empty if it is unknown after a restart. */
  provider: string;
  /** Start of the reports without an interruption of `COVERAGE_MS` (ms). */
  since: number;
  /**
   * Two earlier positions, at least `SILENT_MS` apart. They show the position of a companion at the time when another
   * vessel fell silent.
   */
  newer: Fix;
  older: Fix;
}

interface Fix {
  lat: number;
  lon: number;
  observedAt: number;
}

/**
 * The receptions in a cell. It keeps the last two vessels, because a reception of the silent vessel itself does not
 * count.
 */
interface Coverage {
  key: number;
  at: number;
  /** Key of the vessel received before `key`; −1 while no other vessel was received. */
  otherKey: number;
  otherAt: number;
  /**
   * Start of continuous reception (ms). Silence counts only while the receiver works, so receptions must reach back
   * that far.
   */
  since: number;
}

/**
 * Returns the coverage cell of a position, shifted by a number of rows north and columns east. A vessel that is
 * received in a cell shows that others in the cell would be received, too.
 */
const coverageCellOf = (lat: number, lon: number, rows = 0, columns = 0): number =>
  (Math.floor((lat + 90) * CELLS_A_DEGREE) + rows) * CELLS_AROUND +
  ((Math.floor((lon + 180) * CELLS_A_DEGREE) + columns + CELLS_AROUND) % CELLS_AROUND);

/**
 * Detects class A vessels under way that stop reporting for half an hour while other vessels are received in the same
 * area. The gap ends with the next report or after a week.
 */
export class AisGap implements Detector {
  readonly type = 'ais_gap';
  private readonly open: OpenDetections;
  private readonly tracks = new Map<number, Track>();
  private readonly coverage = new Map<number, Coverage>();
  /** The time of the last report of each provider, anywhere. */
  private readonly providers = new Map<string, number>();
  private scan?: IterableIterator<[number, Track]>;
  /** Time of the first check (ms): from `COVERAGE_MS` after it on, silence is that of the sources. */
  private since?: number;
  /** Seconds for which this service did not run, of the gaps that were open meanwhile, until they are stated. */
  private readonly pauses = new Map<string, number>();

  constructor(
    publish: PublishDetection,
    private readonly vesselOf: (key: number) => Vessel | undefined,
  ) {
    this.open = new OpenDetections(publish);
  }

  moved({ layer, key, lat, lon, observedAt, speedKnots, courseDegrees, provider }: Movement): void {
    if (layer !== 'vessels') return;
    this.providers.set(provider, Math.max(observedAt, this.providers.get(provider) ?? 0));
    this.recordReception(coverageCellOf(lat, lon), key, observedAt);
    const track = this.tracks.get(key);
    if (track === undefined) {
      const fix = { lat, lon, observedAt };
      this.tracks.set(key, {
        ...fix,
        speedKnots,
        courseDegrees,
        provider,
        reports: 1,
        intervalMs: REGULAR_MS,
        since: observedAt,
        newer: fix,
        older: fix,
      });
      return;
    }
    const gap = observedAt - track.observedAt;
    if (gap >= SILENT_MS && this.open.size > 0) this.close(key, track, { lat, lon }, observedAt);
    track.intervalMs += (Math.min(gap, SILENT_MS) - track.intervalMs) / 8;
    track.reports += 1;
    if (gap > COVERAGE_MS) track.since = observedAt;
    if (observedAt - track.newer.observedAt >= SILENT_MS) {
      track.older = track.newer;
      track.newer = { lat, lon, observedAt };
    }
    Object.assign(track, { lat, lon, observedAt, speedKnots, courseDegrees, provider });
  }

  check(now: number): void {
    this.since ??= now;
    this.scan ??= this.tracks.entries();
    for (let evaluated = 0; evaluated < VESSELS_PER_CHECK; evaluated += 1) {
      const next = this.scan.next();
      if (next.done) {
        this.scan = undefined;
        for (const [cell, { at }] of this.coverage) if (now - at > COVERAGE_MS) this.coverage.delete(cell);
        this.endAbandoned(now);
        this.checkReception(now);
        return;
      }
      this.evaluate(...next.value, now);
    }
  }

  resume(event: OngoingDetection, pauseMs = 0): void {
    const [subject = ''] = event.entities;
    const object = parseEntity(subject);
    if (object === undefined) return;
    this.open.resume(subject, event);
    const { source = '', receptionSilentSince: silentSince = '' } = event.details;
    // A silence that has begun before the pause includes it.
    if (pauseMs > COVERAGE_MS && silentSince === '') this.pauses.set(subject, rounded(pauseMs / 1000));
    const observedAt = event.startedAt.getTime();
    const fix = { lat: event.position.lat, lon: event.position.lon, observedAt };
    const motion = {
      speedKnots: Number.NaN,
      courseDegrees: Number.NaN,
      provider: String(source),
      reports: MIN_REPORTS,
      intervalMs: 0,
    };
    this.tracks.set(object.key, { ...fix, ...motion, since: observedAt, newer: fix, older: fix });
  }

  private recordReception(cell: number, key: number, at: number): void {
    const coverage = this.coverage.get(cell);
    if (coverage === undefined) {
      this.coverage.set(cell, { key, at, otherKey: -1, otherAt: 0, since: at });
      return;
    }
    if (at - coverage.at > COVERAGE_MS) coverage.since = at;
    if (coverage.key === key) coverage.at = Math.max(coverage.at, at);
    else Object.assign(coverage, { key, at: Math.max(coverage.at, at), otherKey: coverage.key, otherAt: coverage.at });
  }

  private endAbandoned(now: number): void {
    for (const subject of [...this.open.subjects()]) {
      const { startedAt } = this.open.get(subject) as { startedAt: Date };
      if (now - startedAt.getTime() < ABANDONED_AFTER_MS) continue;
      this.open.end(subject, now);
      this.tracks.delete(parseEntity(subject)?.key ?? -1);
    }
  }

  private evaluate(key: number, track: Track, now: number): void {
    const silentMs = now - track.observedAt;
    if (silentMs < SILENT_MS) return;
    const subject = entityOf('vessels', key);
    if (this.open.get(subject) !== undefined) return;
    // A vessel that was silent for twice the limit without a gap will not have a gap later.
    if (!this.isGap(key, track, silentMs, now)) {
      if (silentMs > 2 * SILENT_MS) this.tracks.delete(key);
      return;
    }
    const vessel = this.vesselOf(key) as Vessel;
    const reception = this.receptionOf(track, now);
    this.open.begin(subject, {
      key: `ais_gap:${idOf('vessels', key)}:${track.observedAt}`,
      type: this.type,
      title: `${vesselName(vessel)}: AIS signal lost`,
      description: receptionText(reception, track.provider),
      // The transponder may still work while the source that received it does not.
      severity: reception === 'source_silent' ? 2 : 3,
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
        source: track.provider,
        reception,
        receptionSilentSeconds: 0,
      },
    });
  }

  /** Returns whether reports of a vessel would be received now at its last position. */
  private receptionOf({ lat, lon, provider }: Track, now: number): Reception {
    const lastAt = this.providers.get(provider);
    const isSourceSilent = lastAt !== undefined && now - lastAt > COVERAGE_MS;
    const at = this.coverage.get(coverageCellOf(lat, lon))?.at;
    if (at !== undefined && now - at <= COVERAGE_MS) return isSourceSilent ? 'source_silent' : 'received';
    const others = [...this.providers].some(([name, time]) => name !== provider && now - time <= COVERAGE_MS);
    return isSourceSilent && !others ? 'all_silent' : 'cell_silent';
  }

  /** States in the open gaps whether silence of the sources explains them, and for how long it does. */
  private checkReception(now: number): void {
    if (now - (this.since ?? now) < COVERAGE_MS) return;
    for (const subject of [...this.open.subjects()]) {
      const known = this.open.get(subject);
      const track = this.tracks.get(parseEntity(subject)?.key ?? -1);
      if (known === undefined || track === undefined || track.provider === '') continue;
      const { reception: before, receptionSilentSince: since } = known.details ?? {};
      const reception = this.receptionOf(track, now);
      if (reception === before && !this.pauses.has(subject)) continue;
      const details = { ...known.details, ...silence(reception, now, this.silentSeconds(subject), since), reception };
      this.pauses.delete(subject);
      this.open.change(subject, now, { description: receptionText(reception, track.provider), details });
    }
  }

  /** Returns for how long no vessel was received at a gap (s), with the time in which this service did not run. */
  private silentSeconds(subject: string): number {
    const seconds = Number(this.open.get(subject)?.details?.receptionSilentSeconds ?? 0);
    return seconds + (this.pauses.get(subject) ?? 0);
  }

  private isGap(key: number, track: Track, silentMs: number, now: number): boolean {
    const { lat, lon, reports, intervalMs, speedKnots, courseDegrees } = track;
    if (!(speedKnots >= UNDER_WAY_KNOTS) || reports < MIN_REPORTS || intervalMs > REGULAR_MS) return false;
    const sailed = (speedKnots * KNOTS_IN_METERS_PER_SECOND * silentMs) / 1000;
    const there = Number.isNaN(courseDegrees) ? { lat, lon } : destination(lat, lon, courseDegrees, sailed);
    const isCovered = (cell: number) => {
      const coverage = this.coverage.get(cell);
      if (coverage === undefined || now - coverage.since < SILENT_MS - COVERAGE_MS) return false;
      return now - (coverage.key === key ? coverage.otherAt : coverage.at) <= COVERAGE_MS;
    };
    // Both the last and the expected position must be in coverage: the vessel may have sailed out of range. In a convoy
    // no vessel may remain near the last position, but a companion that was received all the time proves the same.
    const isInCoverage = isCovered(coverageCellOf(lat, lon)) && isCovered(coverageCellOf(there.lat, there.lon));
    if (!isInCoverage && !this.hasCompanion(key, track, there, sailed, now)) return false;
    // The vessel is read last, because this is expensive: after an outage of the feed thousands are evaluated every
    // second.
    const vessel = this.vesselOf(key);
    return vessel?.station === 'class_a' && !isServiceCraft(vessel.shipTypeCode);
  }

  /**
   * True if another vessel was beside this one when it fell silent, has reported since without interruption, and is now
   * near the expected position. It must be nearer to the expected position than the last position is, because reception
   * may end there.
   */
  private hasCompanion(
    key: number,
    { lat, lon, observedAt }: Track,
    there: Position,
    sailedMeters: number,
    now: number,
  ): boolean {
    const nearby = Math.min(COMPANION_METERS, sailedMeters);
    const isCompanion = (other: number) => {
      const companion = other === key ? undefined : this.tracks.get(other);
      if (
        companion === undefined ||
        now - companion.observedAt > COVERAGE_MS ||
        companion.since > observedAt ||
        companion.intervalMs > REGULAR_MS
      )
        return false;
      if (distanceMeters(companion.lat, companion.lon, there.lat, there.lon) >= nearby) return false;
      const then = positionThen(companion, observedAt);
      return then !== undefined && distanceMeters(then.lat, then.lon, lat, lon) < COMPANION_METERS;
    };
    for (let rows = -1; rows <= 1; rows += 1) {
      for (let columns = -1; columns <= 1; columns += 1) {
        const coverage = this.coverage.get(coverageCellOf(there.lat, there.lon, rows, columns));
        if (coverage !== undefined && (isCompanion(coverage.key) || isCompanion(coverage.otherKey))) return true;
      }
    }
    return false;
  }

  private close(key: number, track: Track, position: { lat: number; lon: number }, observedAt: number): void {
    const meters = distanceMeters(track.lat, track.lon, position.lat, position.lon);
    const silentSeconds = rounded((observedAt - track.observedAt) / 1000);
    const subject = entityOf('vessels', key);
    const known = this.open.get(subject);
    if (known === undefined) return;
    const impliedKnots = rounded(meters / silentSeconds / KNOTS_IN_METERS_PER_SECOND, 1);
    const lost = silence('received', observedAt, this.silentSeconds(subject), known.details?.receptionSilentSince);
    this.pauses.delete(subject);
    const details = { ...known.details, ...lost, silentSeconds, distanceMeters: rounded(meters), impliedKnots };
    if (isServiceCraft(this.vesselOf(key)?.shipTypeCode ?? null)) {
      this.open.withdraw(subject, observedAt, 'the vessel turned out to be a service craft.', { position, details });
      return;
    }
    if (meters > SAME_PLACE_METERS || observedAt - track.observedAt > SAME_PLACE_MS) {
      const silentFor = lost.receptionSilentSeconds;
      const description =
        silentFor === 0
          ? undefined
          : `For ${silentFor} of the ${silentSeconds} s of this gap no vessel was received there, so that the silence of ` +
            'the sources explains a part of it.';
      this.open.end(subject, observedAt, {
        position,
        ...(description && { description }),
        details: { ...details, withdrawn: false },
      });
      return;
    }
    const limits = { samePlaceLimitMeters: SAME_PLACE_METERS, samePlaceLimitSeconds: SAME_PLACE_MS / 1000 };
    const why = `the vessel reported again ${rounded(meters)} m from its last position. It had stopped there.`;
    this.open.withdraw(subject, observedAt, why, { position, details: { ...details, ...limits } });
  }
}

/** Returns the interpolated position of a vessel at a time (ms); undefined before its oldest known position. */
function positionThen({ older, newer, ...last }: Track, at: number): Position | undefined {
  const [before, after] = at < newer.observedAt ? [older, newer] : [newer, last];
  if (at < before.observedAt) return undefined;
  const part =
    after.observedAt > before.observedAt
      ? Math.min(1, (at - before.observedAt) / (after.observedAt - before.observedAt))
      : 0;
  return {
    lat: before.lat + part * (after.lat - before.lat),
    lon: normalLongitude(before.lon + part * normalLongitude(after.lon - before.lon)),
  };
}
