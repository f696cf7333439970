import { Service } from 'typedi';
import { type Box, boxContains } from '../box.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { isStationary } from '../stationary.js';
import { type FixesAround, HistoryRepository } from './history.repository.js';
import { MovingObjectRepository } from './objects/moving-object.repository.js';
import type { MovingState } from './objects/stored-state.js';
import { fixOf, idleTimeoutMs, type PositionAt, positionAt } from './position-at.js';

/** A moving object with a past position and its latest known properties. */
export interface PastObject extends PositionAt {
  /** The latest known state; undefined for an unknown object. */
  state: MovingState | undefined;
}

/** Maximum number of objects of one statement. */
const PIECE = 2_000;

/** Returns the positions of all moving objects at a moment, from the points of their tracks. */
@Service()
export class PositionHistory {
  constructor(
    private readonly past: HistoryRepository,
    private readonly objects: MovingObjectRepository,
    private readonly live: LiveState,
    private readonly config: GeospatialConfig,
  ) {}

  /**
   * Returns at most `limit` objects in a box with their positions at a moment (ms), in the order of keys, without base
   * stations and aids to navigation.
   */
  async objectsAt(layer: Layer, at: number, box: Box, limit: number): Promise<PastObject[]> {
    const found: PastObject[] = [];
    let places: PositionAt[] = [];
    for await (const place of this.placesAt(layer, at)) {
      if (boxContains(box, place.lat, place.lon)) places.push(place);
      if (places.length < Math.min(limit, PIECE)) continue;
      found.push(...(await this.withStates(layer, places)));
      places = [];
      if (found.length >= limit) break;
    }
    found.push(...(await this.withStates(layer, places)));
    return found.slice(0, limit);
  }

  private async withStates(layer: Layer, places: readonly PositionAt[]): Promise<PastObject[]> {
    if (places.length === 0) return [];
    const keys = places.map(({ key }) => key);
    const states = await this.objects.findMany(layer, keys);
    return places
      .map((place) => ({ ...place, state: this.live[layer].get(place.key) ?? states.get(place.key) }))
      .filter(({ state }) => state === undefined || !('station' in state && isStationary(state.station)));
  }

  /** Yields the position of each object at a moment; the objects are read in pieces. */
  private async *placesAt(layer: Layer, at: number): AsyncGenerator<PositionAt> {
    const silence = idleTimeoutMs(this.config, layer);
    for await (const { key, before, after } of this.around(layer, at))
      if (before !== undefined) yield positionAt(key, before, after, at, silence);
  }

  /** Yields the points around a moment (ms). The live position counts as a point, since it may not be stored yet. */
  async *around(layer: Layer, at: number): AsyncGenerator<FixesAround> {
    const silence = idleTimeoutMs(this.config, layer);
    for (let last = -1; ; ) {
      const found = await this.past.around(layer, at, silence, PIECE, last);
      for (const { key, before, after } of found) {
        const state = this.live[layer].get(key);
        const live = state && fixOf(state);
        if (live === undefined || after !== undefined || at - live.observedAt > silence) yield { key, before, after };
        else if (live.observedAt > at) yield { key, before, after: live };
        else yield { key, before: before !== undefined && before.observedAt >= live.observedAt ? before : live, after };
      }
      if (found.length < PIECE) return;
      last = found.at(-1)?.key as number;
    }
  }
}
