import { Service } from 'typedi';
import { wrongParameter } from '../../../../api/problem.js';
import { ownTurn } from '../../../../async/event-loop-turns.js';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS } from '../../../../time/durations.js';
import { boxArea } from '../../area.js';
import { type Box, boxContains, WORLD } from '../../box.js';
import { readBox } from '../../geometry/read-area.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import type { TrackPoint } from '../../track-point.js';
import { widened } from '../box-condition.js';
import { ObjectProviders } from '../objects/object-providers.service.js';
import { fixOf, idleTimeoutMs, type PositionAt } from '../position-at.js';
import { PositionHistory } from '../position-history.service.js';
import { significance } from '../significance.js';
import { type TimeRange, TrackRepository } from '../track.repository.js';
import { TrackRetention } from '../track-retention.service.js';
import { MAX_FRAMES, MAX_OBJECTS_PER_FRAME, Playback } from './playback.js';

/** Maximum number of points of one statement. */
const PIECE = 5_000;
/** Number of objects that are processed before the event loop continues; processing them takes some milliseconds. */
const A_TURN = 5_000;
/**
 * Time range of one statement (ms): for a small box nearly all points of the range are scanned in vain, and a statement
 * times out after seconds.
 */
const SLICE_MS = 1_800_000;
/** Points are read up to this time (ms) after the frame, so that the next point of every moving object is known. */
const AHEAD_MS = Math.max(significance.vessels.movingMs, significance.aircraft.movingMs);
/**
 * Margin around the box (m). Objects move less than this between two points, so that objects that leave the box are
 * followed to its edge.
 */
const MARGIN_METERS = 30_000;

export interface ReplayRequest {
  /** Start of the replay, a time in RFC 3339. */
  from: string;
  to?: string;
  stepSeconds: number;
  bbox?: number[];
  layer: readonly Layer[];
}

export interface PlacedObject extends PositionAt {
  provider: string;
}

/** The positions of all objects at one moment. */
export interface ReplayFrame {
  at: Date;
  vessels: PlacedObject[];
  aircraft: PlacedObject[];
  /** Layers with more objects than the frame contains. */
  truncated: Layer[];
}

interface Piece {
  points: TrackPoint[];
  /** Time (ms) up to which all points have been read. */
  readTo: number;
}

/** Replays past positions. */
@Service()
export class ReplayService {
  constructor(
    private readonly past: PositionHistory,
    private readonly tracks: TrackRepository,
    private readonly live: LiveState,
    private readonly providers: ObjectProviders,
    private readonly retention: TrackRetention,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns frames in time order, which are read on demand: only the moving objects are in memory, and no database
   * connection is held between frames.
   * @throws Problem `invalid_request` at once for an invalid time range, too many frames or an invalid box
   */
  frames(request: ReplayRequest): AsyncGenerator<ReplayFrame, void> {
    const range = this.rangeOf(request);
    return this.play(range, request.stepSeconds * 1_000, request.bbox === undefined ? WORLD : readBox(request.bbox), [
      ...new Set(request.layer),
    ]);
  }

  private rangeOf({ from, to, stepSeconds }: ReplayRequest): TimeRange {
    const now = this.clock.now();
    // The end `to` is exclusive, but the default end, now, is inclusive.
    const range = { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) - 1 };
    if (range.to >= now && to !== undefined) throw wrongParameter('query/to', 'must not be in the future');
    if (range.from > range.to) throw wrongParameter('query/from', 'must be before `to`, which is now by default');
    if (range.from < this.retention.oldest) throw wrongParameter('query/from', this.retention.tooOld);
    if (range.to - range.from > DAY_MS) throw wrongParameter('query/from', 'must be at most a day before `to`');
    if (Math.floor((range.to - range.from) / (stepSeconds * 1_000)) + 1 > MAX_FRAMES)
      throw wrongParameter('query/stepSeconds', `must be so great that there are at most ${MAX_FRAMES} frames`);
    return range;
  }

  private async *play(
    range: TimeRange,
    stepMs: number,
    box: Box,
    layers: readonly Layer[],
  ): AsyncGenerator<ReplayFrame, void> {
    const playback = new Playback({
      vessels: idleTimeoutMs(this.config, 'vessels'),
      aircraft: idleTimeoutMs(this.config, 'aircraft'),
    });
    const wide = box === WORLD ? WORLD : widened(box, MARGIN_METERS);
    for (const layer of layers) {
      for await (const { key, before } of this.past.around(layer, range.from))
        if (before !== undefined && boxContains(wide, before.lat, before.lon)) playback.add({ layer, key, ...before });
    }
    const points = this.pieces(layers, { from: range.from + 1, to: range.to + AHEAD_MS }, wide);
    const known: KnownProviders = { vessels: new Map(), aircraft: new Map() };
    let readTo = range.from;
    for (let { from: at } = range; at <= range.to; at += stepMs) {
      while (readTo <= at + AHEAD_MS) {
        const { value: piece } = await points.next();
        for (const point of piece?.points ?? []) playback.add(point);
        readTo = piece?.readTo ?? Number.POSITIVE_INFINITY;
      }
      yield await this.labelled(await frameOf(playback, at, box, layers), layers, known);
    }
  }

  private async *pieces(layers: readonly Layer[], range: TimeRange, box: Box): AsyncGenerator<Piece, void> {
    const live = this.livePoints(layers, range, box);
    for (let { from } = range; from <= range.to; from += SLICE_MS) {
      const slice = { from, to: Math.min(from + SLICE_MS - 1, range.to) };
      for (let last: TrackPoint | undefined, isMore = true; isMore; ) {
        const points = await this.tracks.inOrder(layers, slice, box, PIECE, last);
        isMore = points.length === PIECE;
        const since = last?.observedAt ?? slice.from;
        last = points.at(-1);
        const readTo = isMore && last !== undefined ? last.observedAt : slice.to;
        const between = live.filter(({ observedAt }) => observedAt >= since && observedAt <= readTo);
        yield { points: [...points, ...between].sort((one, other) => one.observedAt - other.observedAt), readTo };
      }
    }
  }

  /**
   * Returns the live positions in the range. They may not be stored as points yet, and continue the tracks after the
   * last points.
   */
  private livePoints(layers: readonly Layer[], { from, to }: TimeRange, box: Box): TrackPoint[] {
    return layers.flatMap((layer) => {
      const objects = this.live[layer];
      return Array.from(objects.within(boxArea(box))).flatMap((slot): TrackPoint[] => {
        const state = objects.stateAt(slot);
        const fix = fixOf(state);
        return fix === undefined || fix.observedAt < from || fix.observedAt > to
          ? []
          : [{ layer, key: state.key, ...fix }];
      });
    });
  }

  /** Adds the provider of each object. @param known providers found for earlier frames */
  private async labelled(frame: Frame, layers: readonly Layer[], known: KnownProviders): Promise<ReplayFrame> {
    const labelled: ReplayFrame = { ...frame, vessels: [], aircraft: [] };
    for (const layer of layers) {
      const unknown = frame[layer].flatMap(({ key }) => (known[layer].has(key) ? [] : [key]));
      if (unknown.length > 0)
        for (const [key, provider] of await this.providers.of(layer, unknown)) known[layer].set(key, provider);
      labelled[layer] = frame[layer].map((place) => ({ ...place, provider: known[layer].get(place.key) as string }));
    }
    return labelled;
  }
}

/** The positions of all objects at one moment, before their providers are added. */
type Frame = Omit<ReplayFrame, Layer> & Record<Layer, PositionAt[]>;

export async function frameOf(playback: Playback, at: number, box: Box, layers: readonly Layer[]): Promise<Frame> {
  const frame: Frame = { at: new Date(at), vessels: [], aircraft: [], truncated: [] };
  let looked = 0;
  for (const layer of layers) {
    for (const place of playback.places(layer, at)) {
      looked += 1;
      if (looked % A_TURN === 0) await ownTurn();
      if (!boxContains(box, place.lat, place.lon)) continue;
      if (frame[layer].length < MAX_OBJECTS_PER_FRAME) frame[layer].push(place);
      else if (!frame.truncated.includes(layer)) frame.truncated.push(layer);
    }
  }
  return frame;
}

/** Providers by layer and key. */
type KnownProviders = Record<Layer, Map<number, string>>;
