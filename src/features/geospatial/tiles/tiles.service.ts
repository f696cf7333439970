import type { GeoJSONVTTile } from '@maplibre/geojson-vt';
import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { boxArea } from '../area.js';
import { coverageInThread } from '../coverage/coverage.js';
import { CoverageService } from '../coverage/coverage.service.js';
import { classOf } from '../coverage/coverage-class.js';
import { FenceOutlines } from '../geofences/api/fence-outlines.service.js';
import { GeofencesService } from '../geofences/api/geofences.service.js';
import { touchesBox } from '../geometry/touches-box.js';
import { SnapshotsService } from '../history/snapshot/snapshots.service.js';
import type { Layer } from '../layer.js';
import { DensityService } from '../map/density/density.service.js';
import { polygonOf } from '../map/density/h3.js';
import { VisibleEvents } from '../map/visible-events.service.js';
import { baseTileInThread } from './base-tile.js';
import { MovingTiles } from './moving-tiles.service.js';
import { PointLayer } from './point-layer.js';
import { boxOfTile, type Tile } from './tile.js';
import { joined, shapeLayer, type TileLayers, writeTile } from './tile-content.js';
import type { TileLayer } from './tile-layers.js';

/** Maximum number of geofences of an account in tiles; the oldest are shown. */
const MAX_FENCES = 1_000;
/** Maximum size of the cached base tiles (bytes), about two thousand tiles. All accounts share them. */
const BASE_CACHE_BYTES = 24_000_000;
/** Maximum number of density cells in one tile. */
const MAX_DENSITY_CELLS = 20_000;
/**
 * Units beyond the edges in which cells are counted: more than the size of a cell, so that cells at the edge are
 * counted completely.
 */
const CELL_MARGIN = 512;

export interface TileRequest {
  layer: TileLayer;
  tile: Tile;
  /** Past moment (RFC 3339); undefined: now. */
  at?: string;
}

/** Creates vector tiles of the base map and of the layers above it. */
@Service()
export class TilesService {
  /** Cached base tiles by `z/x/y`. */
  private readonly base = new LRUCache<string, Buffer>({
    maxSize: BASE_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 200,
  });

  constructor(
    private readonly moving: MovingTiles,
    private readonly events: VisibleEvents,
    private readonly geofences: GeofencesService,
    private readonly outlines: FenceOutlines,
    private readonly density: DensityService,
    private readonly coverage: CoverageService,
    private readonly snapshots: SnapshotsService,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Returns a tile as a Mapbox Vector Tile.
   * @throws Problem `invalid_request` for a moment in the future or before the retention; `overloaded`
   */
  async draw(requester: Requester, { layer, tile, at }: TileRequest): Promise<Buffer> {
    if (layer === 'base') return this.drawBase(requester, tile);
    if (layer === 'coverage') return writeTile(await this.reception(requester, tile));
    return writeTile(
      await (at === undefined
        ? this.present(requester.accountId, layer, tile)
        : this.past(requester.accountId, layer, tile, at)),
    );
  }

  private async drawBase(requester: Requester, tile: Tile): Promise<Buffer> {
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const known = this.base.get(key);
    if (known !== undefined) return known;
    const bytes = Buffer.from(await this.heavy.run(requester, (inThread) => inThread(baseTileInThread, tile)));
    this.base.set(key, bytes);
    return bytes;
  }

  private async present(accountId: string, layer: TileLayer, tile: Tile): Promise<TileLayers> {
    if (layer === 'vessels' || layer === 'aircraft') return this.moving.now(layer, tile);
    if (layer === 'geofences') return this.fences(accountId, tile);
    if (layer === 'density') return this.cells(tile);
    const points = new PointLayer(tile);
    for (const { id, type, title, severity, position, startedAt } of await this.events.within(
      boxArea(boxOfTile(tile)),
    )) {
      points.add(position.lat, position.lon, { id, type, title, severity, startedAt: startedAt.toISOString() });
    }
    return { events: points };
  }

  private async past(accountId: string, layer: TileLayer, tile: Tile, at: string): Promise<TileLayers> {
    // Past geofences and densities are not stored, so the current ones are shown.
    if (layer === 'geofences' || layer === 'density') return this.present(accountId, layer, tile);
    const { west, south, east, north } = boxOfTile(tile);
    const wanted = layer as Layer | 'events';
    const snapshot = await this.snapshots.read({ at, bbox: [west, south, east, north], layer: [wanted] }, accountId);
    if (wanted !== 'events') return await this.moving.past(wanted, tile, snapshot[wanted]);
    const points = new PointLayer(tile);
    for (const { id, type, title, severity, lat, lon, startedAt } of snapshot.events)
      points.add(lat, lon, { id, type, title, severity, startedAt: startedAt.toISOString() });
    return { events: points };
  }

  private async fences(accountId: string, tile: Tile): Promise<TileLayers> {
    const fences = await this.geofences.list(accountId, MAX_FENCES);
    const box = boxOfTile(tile);
    const slices = new YieldTimer();
    const layers: GeoJSONVTTile[] = [];
    for (const { id, name, shape } of fences) {
      // A thousand geofences of a thousand corners take longer than other accounts should wait.
      if (slices.isOver) await slices.next();
      const geometry = this.outlines.of(shape);
      if (geometry === null || !touchesBox(geometry, box)) continue;
      layers.push(shapeLayer(tile, [{ type: 'Feature', geometry, properties: { id, name } }]));
    }
    return { geofences: joined(layers) };
  }

  private async cells(tile: Tile): Promise<TileLayers> {
    const area = boxArea(boxOfTile(tile, CELL_MARGIN));
    const { cells } = await this.density.countWithin(area, resolutionOf(tile.z), 'vessels', MAX_DENSITY_CELLS);
    const shapes = cells.map(({ cell, count }) => ({
      type: 'Feature' as const,
      geometry: polygonOf(cell),
      properties: { cell, count },
    }));
    return { density: shapeLayer(tile, shapes, 0) };
  }

  /** Draws the reception of the last 24 hours, whatever moment is requested. */
  private async reception(requester: Requester, tile: Tile): Promise<TileLayers> {
    const size = tile.z >= 5 ? '0.5' : tile.z >= 3 ? '1' : '2';
    const input = await this.coverage.inputOf(boxOfTile(tile), { layer: 'vessels', cellDegrees: size });
    const { cells, countedHours } = await this.heavy.run(requester, (inThread) => inThread(coverageInThread, input));
    const shapes = cells.map(({ south, west, ...cell }) => {
      const [north, east] = [south + input.cellDegrees, west + input.cellDegrees];
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      return {
        type: 'Feature' as const,
        geometry: { type: 'Polygon' as const, coordinates: [ring] },
        properties: { class: classOf(cell, countedHours), reports: cell.reports, hours: cell.hours },
      };
    });
    return { coverage: shapeLayer(tile, shapes, 0) };
  }
}

/** Returns the H3 resolution whose cells are about ten pixels wide at a zoom level, within 2 to 8. */
const resolutionOf = (z: number): number => Math.min(8, Math.max(2, Math.floor(0.7 * z + 1)));
