import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import type { Aircraft } from '../aircraft.js';
import { shipTypeOf } from '../ais/ship-type.js';
import { boxArea } from '../area.js';
import { type Box, boxContains } from '../box.js';
import type { PastObject } from '../history/position-history.service.js';
import { idOf, type Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import { movingWithin } from '../live/moving-within.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import { isStationary } from '../stationary.js';
import type { Vessel } from '../vessel.js';
import { PointLayer, type TileProperties } from './point-layer.js';
import { boxOfTile, EXTENT, latitudeOf, type Tile } from './tile.js';
import type { TileLayers } from './tile-content.js';

/** Maximum number of objects that a tile contains individually; above it, objects are counted by cells. */
export const MAX_TILE_OBJECTS = 4_000;
/** Number of cells along each edge of a tile in which objects are counted. */
const CELLS = 64;
/**
 * Number of slots that are read between two checks whether the time slice is over; reading them takes a fraction of a
 * slice.
 */
const AT_ONCE = 4_096;
/** Cost of reading a slot that the spatial index found, as a multiple of the cost of reading slots sequentially. */
const SEARCH_COST = 8;

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
    const box = boxOfTile(tile);
    // Counting a box is fast, but includes stations, which may make the difference.
    if (objects.count(box) > MAX_TILE_OBJECTS) {
      const counter = new CellCounter(tile);
      if ((await this.count(layer, box, counter)) > MAX_TILE_OBJECTS) return { [`${layer}-counts`]: counter.layer() };
    }
    const now = this.clock.now();
    const points = new PointLayer(tile);
    const slices = new YieldTimer();
    for (const slot of movingWithin(this.live, layer, boxArea(box))) {
      if (slices.isOver) await slices.next();
      const state = objects.stateAt(slot);
      // After the event loop has continued, a slot may belong to another object or to none.
      if (state.key < 0 || state.position === null || !boxContains(box, state.position.lat, state.position.lon))
        continue;
      const stale = now - state.observedAt > STALE_AFTER_MS[layer];
      points.add(state.position.lat, state.position.lon, { ...propertiesOf(layer, state), stale }, state.key);
    }
    return { [layer]: points };
  }

  /** Returns the layer of the objects of a past moment. @param objects the objects of a snapshot, at most 10,000 */
  async past(layer: Layer, tile: Tile, objects: readonly PastObject[]): Promise<TileLayers> {
    if (objects.length > MAX_TILE_OBJECTS) {
      const counter = new CellCounter(tile);
      for (const { lat, lon } of objects) counter.add(lat, lon);
      return { [`${layer}-counts`]: counter.layer() };
    }
    const points = new PointLayer(tile);
    const slices = new YieldTimer();
    for (const { key, lat, lon, speedKnots, courseDegrees, state } of objects) {
      if (slices.isOver) await slices.next();
      const known = state === undefined ? { id: idOf(layer, key) } : propertiesOf(layer, state as Vessel | Aircraft);
      const moving = movementOf(speedKnots, courseDegrees);
      const { speed: _, course: __, ...facts } = known as TileProperties;
      points.add(lat, lon, { ...facts, ...moving, stale: false }, key);
    }
    return { [layer]: points };
  }

  /** Counts the moving objects of a box by the cells of a tile. @returns the number of objects in the box */
  private async count(layer: Layer, box: Box, counter: CellCounter): Promise<number> {
    const objects = this.live[layer];
    const { station } = this.live.vesselColumns.at;
    const slices = new YieldTimer();
    let total = 0;
    // A sequential scan reads a slot several times faster than random access, so the index is used only if it finds few
    // slots.
    const slots = objects.count(box) * SEARCH_COST < objects.slotEnd ? objects.within(boxArea(box)) : undefined;
    const end = slots?.length ?? objects.slotEnd;
    for (let at = 0; at < end; at += 1) {
      if (at % AT_ONCE === AT_ONCE - 1 && slices.isOver) await slices.next();
      const slot = slots === undefined ? at : (slots[at] as number);
      const [lat, lon] = [objects.latAt(slot), objects.lonAt(slot)];
      if (!boxContains(box, lat, lon) || objects.keyAt(slot) < 0) continue;
      if (layer === 'vessels' && isStationary(station(slot))) continue;
      counter.add(lat, lon);
      total += 1;
    }
    return total;
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

  layer(): PointLayer {
    const points = new PointLayer(this.at);
    const size = EXTENT / CELLS;
    for (const [cell, count] of this.counts.entries()) {
      if (count === 0) continue;
      points.addPixel((cell % CELLS) * size + size / 2, Math.floor(cell / CELLS) * size + size / 2, { count });
    }
    return points;
  }
}
