import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../../api/problem.js';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS } from '../../../../time/durations.js';
import type { Provenance } from '../../../../upstream/provenance.js';
import type { Aircraft } from '../../aircraft.js';
import { RECORDING, warningsOf } from '../../data-origin.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { distanceMeters } from '../../sphere.js';
import type { Fix } from '../../track-point.js';
import type { Vessel } from '../../vessel.js';
import { MovingObjectRepository } from '../objects/moving-object.repository.js';
import type { MovingState } from '../objects/stored-state.js';
import { fixOf, idleTimeoutMs, ttlMs } from '../position-at.js';
import { type TimeRange, TrackRepository } from '../track.repository.js';
import { simplify } from './simplify.js';
import type { Track } from './track.js';

/** Maximum time range of one track request. */
export const MAX_TRACK_DAYS = 31;
/** Maximum number of points of one statement. */
const PIECE = 10_000;
/** Precision of stored times (ms). */
const MICROSECOND = 0.001;

export interface TrackRequest {
  /** Start of the range, a time in RFC 3339. */
  from?: string;
  to?: string;
  simplifyMeters: number;
  maxPoints: number;
}

/** Reads the tracks of vessels and aircraft. */
@Service()
export class TracksService {
  constructor(
    private readonly tracks: TrackRepository,
    private readonly objects: MovingObjectRepository,
    private readonly live: LiveState,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /** Reads a track. @throws Problem `invalid_request` for an invalid time range, `not_found` for an unknown object */
  async read(layer: Layer, key: number, request: TrackRequest): Promise<Track> {
    const live = this.live[layer].get(key);
    const range = this.rangeOf(request, live);
    const state = live ?? (await this.objects.find(layer, key));
    if (
      state === undefined &&
      !(await this.tracks.hasAny(layer, key, this.clock.now() - this.config.trackDays * DAY_MS))
    )
      throw unknownObject(layer);
    const reading = await this.readPoints(
      layer,
      key,
      request.to === undefined ? range : { from: range.from, to: range.to - 1 },
    );
    const latest = live && fixOf(live);
    // The latest position is the end of the track, even if it is not stored as a point yet.
    if (
      latest &&
      (request.to === undefined || latest.observedAt < range.to) &&
      latest.observedAt > (reading.lastObservedAt ?? range.from - 1)
    )
      reading.add([latest]);
    const { points, missMeters } = reading.finish(request.simplifyMeters, request.maxPoints);
    return {
      layer,
      key,
      ...range,
      name: nameOf(state),
      points,
      pointsBefore: reading.pointsBefore,
      simplifiedMeters: missMeters,
      distanceMeters: reading.distanceMeters,
      gaps: reading.gaps,
      provenance: this.provenanceOf(layer, state, reading.lastObservedAt),
    };
  }

  /**
   * Returns the stored points of an object, oldest first, without simplification.
   * @param limit maximum number of points; later ones are left out
   */
  points(layer: Layer, key: number, range: TimeRange, limit: number): Promise<Fix[]> {
    return this.tracks.ofObject(layer, key, range, limit);
  }

  private rangeOf({ from, to }: TrackRequest, live: MovingState | undefined): TimeRange {
    // The clock of a receiver may be slightly ahead; the default end includes its current position.
    const end = to === undefined ? Math.max(this.clock.now(), live?.observedAt ?? 0) : Date.parse(to);
    const begin = from === undefined ? end - DAY_MS : Date.parse(from);
    if (begin >= end) throw wrongParameter('query/from', 'must be before `to`, which is now by default');
    if (end - begin > MAX_TRACK_DAYS * DAY_MS)
      throw wrongParameter('query/from', `must be at most ${MAX_TRACK_DAYS} days before \`to\``);
    return { from: begin, to: end };
  }

  private async readPoints(layer: Layer, key: number, range: TimeRange): Promise<TrackReading> {
    const reading = new TrackReading(idleTimeoutMs(this.config, layer));
    for (let { from } = range; ; from = (reading.lastObservedAt as number) + MICROSECOND) {
      const points = await this.tracks.ofObject(layer, key, { from, to: range.to }, PIECE);
      reading.add(points);
      if (points.length < PIECE) return reading;
    }
  }

  private provenanceOf(layer: Layer, state: MovingState | undefined, lastAt: number | undefined): Provenance {
    const now = this.clock.now();
    const stale = now - (state?.observedAt ?? 0) > ttlMs(this.config, layer);
    const provider = state?.provider ?? 'unknown';
    return {
      provider,
      asOf: lastAt === undefined ? null : new Date(lastAt),
      fetchedAt: new Date(state?.receivedAt ?? lastAt ?? now),
      delaySeconds: 0,
      stale,
      warnings: provider === RECORDING ? warningsOf([provider]) : [],
    };
  }
}

/** Returns the name of a vessel, or the callsign or registration of an aircraft; null when unknown. */
function nameOf(state: MovingState | undefined): string | null {
  const { name, callsign, registration } = (state ?? {}) as Partial<Vessel & Aircraft>;
  return name ?? callsign ?? registration ?? null;
}

const unknownObject = (layer: Layer): Problem =>
  new Problem('not_found', {
    detail: `There is no position of this ${layer === 'vessels' ? 'vessel' : 'aircraft'}. GET /geospatial/${layer} lists those in live state.`,
  });

/** Maximum number of points in memory, far more than a response contains; above it, half of the points are removed. */
const HELD = 40_000;

/** A track that is read piece by piece in time order. Memory is bounded for tracks of any length. */
class TrackReading {
  pointsBefore = 0;
  distanceMeters = 0;
  readonly gaps: TimeRange[] = [];
  private points: Fix[] = [];
  private missMeters = 0;
  private last: Fix | undefined;
  private readonly ends = new Set<Fix>();

  /** @param idleTimeoutMs time without points after which there is a gap */
  constructor(private readonly idleTimeoutMs: number) {}

  get lastObservedAt(): number | undefined {
    return this.last?.observedAt;
  }

  add(points: readonly Fix[]): void {
    for (const point of points) this.addOne(point);
    if (this.points.length > HELD) this.points = this.cut(0, HELD / 2);
  }

  /**
   * Simplifies the points that were read.
   * @param most maximum number of points
   * @returns the remaining points, and the maximum distance (m) of a removed point from their line
   */
  finish(toleranceMeters: number, most: number): { points: Fix[]; missMeters: number } {
    const points = this.cut(toleranceMeters, most);
    return { points, missMeters: this.missMeters };
  }

  private addOne(point: Fix): void {
    this.pointsBefore += 1;
    this.points.push(point);
    const { last } = this;
    this.last = point;
    if (last === undefined) return;
    if (point.observedAt - last.observedAt <= this.idleTimeoutMs) {
      this.distanceMeters += distanceMeters(last.lat, last.lon, point.lat, point.lon);
      return;
    }
    this.gaps.push({ from: last.observedAt, to: point.observedAt });
    this.ends.add(last).add(point);
  }

  private cut(toleranceMeters: number, most: number): Fix[] {
    const fixed = this.points.flatMap((point, index) => (this.ends.has(point) ? [index] : []));
    const { kept, missMeters } = simplify(this.points, toleranceMeters, most, fixed);
    // The distances of successive cuts add up, since each is measured from the result of the previous one.
    this.missMeters += missMeters;
    return kept.map((index) => this.points[index] as Fix);
  }
}
