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

/** A moving object with a past position and its known properties. */
export interface PastObject extends PositionAt {
  /** As it is known today; undefined where nothing is. */
  state: MovingState | undefined;
}

/** Objects of one statement. */
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
   * Positions of the objects in a box at a moment (ms), in the order of keys, at most `limit`; without base stations
   * and aids to navigation.
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

  /** Returns the position of each object at a moment, piece by piece. */
  private async *placesAt(layer: Layer, at: number): AsyncGenerator<PositionAt> {
    const silence = idleTimeoutMs(this.config, layer);
    for await (const { key, before, after } of this.around(layer, at))
      if (before !== undefined) yield positionAt(key, before, after, at, silence);
  }

  /** The points around a moment, the live position among them: it may not have been worth a point yet. */
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
