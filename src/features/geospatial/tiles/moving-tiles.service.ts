import { Service } from 'typedi';
import { ownTurn } from '../../../async/own-turn.js';
import { Clock } from '../../../time/clock.js';
import type { Aircraft } from '../aircraft.js';
import { shipTypeOf } from '../ais/ship-type.js';
import { boxArea } from '../area.js';
import type { PastObject } from '../history/position-history.service.js';
import { idOf, type Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { movingWithin } from '../live/moving-within.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import type { Vessel } from '../vessel.js';
import { boxOfTile, EXTENT, latitudeOf, type Tile } from './tile.js';
import { PointLayer, type TileLayers, type TileProperties } from './tile-content.js';

/** Maximum number of objects that a tile contains individually; above it, objects are counted by cells. */
export const MAX_TILE_OBJECTS = 4_000;
/** Number of cells along each edge of a tile in which objects are counted. */
const CELLS = 64;
/** Number of objects counted before the event loop continues; counting them takes a few milliseconds. */
const AT_ONCE = 20_000;

/** Creates tile layers of vessels and aircraft: each object as a point, or counts by cells if there are too many. */
@Service()
export class MovingTiles {
  constructor(
    private readonly live: LiveState,
    private readonly clock: Clock,
  ) {}

  /** Returns the layer of the objects in live state, without base stations and aids to navigation. */
  async now(layer: Layer, tile: Tile): Promise<TileLayers> {
    const objects = this.live[layer];
    const slots = movingWithin(this.live, layer, boxArea(boxOfTile(tile)));
    if (slots.length <= MAX_TILE_OBJECTS) {
      const now = this.clock.now();
      const points = new PointLayer(tile);
      for (const slot of slots) {
        const state = objects.stateAt(slot);
        if (state.position === null) continue;
        const stale = now - state.observedAt > STALE_AFTER_MS[layer];
        points.add(state.position.lat, state.position.lon, { ...propertiesOf(layer, state), stale }, state.key);
      }
      return { [layer]: points.tile };
    }
    const counter = new CellCounter(tile);
    for (let at = 0; at < slots.length; at += 1) {
      // After the event loop has continued, a slot may belong to another object, which is then counted at its own
      // position.
      if (at % AT_ONCE === AT_ONCE - 1) await ownTurn();
      counter.add(objects.latAt(slots[at] as number), objects.lonAt(slots[at] as number));
    }
    return { [`${layer}-counts`]: counter.tile };
  }

  /** Returns the layer of the objects of a past moment. @param objects the objects of a snapshot, at most 10,000 */
  past(layer: Layer, tile: Tile, objects: readonly PastObject[]): TileLayers {
    if (objects.length > MAX_TILE_OBJECTS) {
      const counter = new CellCounter(tile);
      for (const { lat, lon } of objects) counter.add(lat, lon);
      return { [`${layer}-counts`]: counter.tile };
    }
    const points = new PointLayer(tile);
    for (const { key, lat, lon, speedKnots, courseDegrees, state } of objects) {
      const known = state === undefined ? { id: idOf(layer, key) } : propertiesOf(layer, state as Vessel | Aircraft);
      const moving = movementOf(speedKnots, courseDegrees);
      const { speed: _, course: __, ...facts } = known as TileProperties;
      points.add(lat, lon, { ...facts, ...moving, stale: false }, key);
    }
    return { [layer]: points.tile };
  }
}

/** Returns the properties of an object without unknown values. Speeds are in knots, directions in degrees. */
function propertiesOf(layer: Layer, state: Vessel | Aircraft): TileProperties {
  const common = { id: idOf(layer, state.key), simulated: state.provider === 'simulator' };
  if ('callsign' in state && 'trackDegrees' in state) {
    return {
      ...common,
      ...(state.callsign !== null && { name: state.callsign }),
      ...movementOf(state.onGround ? 0 : state.groundSpeedKnots, state.trackDegrees),
      ...(state.altitudeFeet !== null && { altitude: state.altitudeFeet }),
    };
  }
  const vessel = state as Vessel;
  const type = shipTypeOf(vessel.shipTypeCode);
  return {
    ...common,
    ...(vessel.name !== null && { name: vessel.name }),
    ...(type !== null && { type }),
    ...movementOf(vessel.speedKnots, vessel.courseDegrees ?? vessel.headingDegrees),
  };
}

function movementOf(speed: number | null | undefined, course: number | null | undefined): TileProperties {
  const isKnown = (value: number | null | undefined): value is number => Number.isFinite(value);
  return {
    ...(isKnown(speed) && { speed: Math.round(speed * 10) / 10 }),
    ...(isKnown(course) && { course: Math.round(course) % 360 }),
  };
}

/** Counts objects by cells of a tile, so that a layer never has more than 64 × 64 features. */
class CellCounter {
  private readonly counts = new Uint32Array(CELLS * CELLS);
  /**
   * Latitudes of the edges of the rows, from north to south. Comparing latitudes is faster than projecting positions.
   */
  private readonly edges: Float64Array;

  constructor(private readonly at: Tile) {
    this.edges = Float64Array.from({ length: CELLS + 1 }, (_, row) => latitudeOf(at, row / CELLS));
  }

  add(lat: number, lon: number): void {
    const { z, x } = this.at;
    const column = Math.floor((((lon + 180) / 360) * 2 ** z - x) * CELLS);
    // Positions in the buffer are skipped, because the neighboring tile counts them.
    if (!(column >= 0 && column < CELLS && lat <= (this.edges[0] as number) && lat > (this.edges[CELLS] as number)))
      return;
    let [row, end] = [0, CELLS];
    while (end - row > 1) {
      const middle = (row + end) >> 1;
      if (lat <= (this.edges[middle] as number)) row = middle;
      else end = middle;
    }
    (this.counts[row * CELLS + column] as number) += 1;
  }

  get tile(): PointLayer['tile'] {
    const points = new PointLayer(this.at);
    const middle = EXTENT / CELLS / 2;
    for (const [cell, count] of this.counts.entries()) {
      if (count === 0) continue;
      const [x, y] = [(cell % CELLS) * (EXTENT / CELLS), Math.floor(cell / CELLS) * (EXTENT / CELLS)];
      points.addPixel([x + middle, y + middle], { count });
    }
    return points.tile;
  }
}
