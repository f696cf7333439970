import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { HOUR_MS } from '../../../../time/durations.js';
import type { Box } from '../../box.js';
import type { Layer } from '../../layer.js';
import { storedTime } from '../../track-point.js';
import type { PathPoint } from './backtest.js';

const layerNumbers: Record<Layer, number> = { vessels: 1, aircraft: 2 };

export interface PathObject {
  layer: Layer;
  key: number;
}

/** A time range in milliseconds; both ends are inclusive. */
interface Range {
  from: number;
  to: number;
}

export interface FoundObjects {
  objects: PathObject[];
  /** False if the search stopped early, so that objects may be missing. */
  isComplete: boolean;
}

interface Row {
  layer: number;
  object: number;
  lat: number;
  lon: number;
  t: number;
  altitude_feet: number | null;
  left_out: number | null;
}

/** Lengths of the time slices that one query reads. At a million points a day a search takes about 50 ms. */
const SEARCH_SLICE_MS = HOUR_MS;
const PATH_SLICE_MS = 6 * HOUR_MS;

const columns = `p.layer, p.object, p.lat, p.lon, date_part('epoch', p.observed_at) * 1000 as t, p.altitude_feet, p.left_out`;

/** Reads stored tracks for backtests. */
@Service()
export class StoredPaths {
  constructor(private readonly database: Database) {}

  /**
   * Finds at most `limit` objects with a point in one of the boxes. It reads slice by slice, because the table has no
   * spatial index and a query over a busy week exceeds the statement timeout.
   * @param isLate called before each slice; true ends the search
   */
  async objectsIn(
    layers: readonly Layer[],
    { from, to }: Range,
    boxes: readonly Box[],
    limit: number,
    isLate: () => boolean,
  ): Promise<FoundObjects> {
    const sql = `select distinct p.layer, p.object from track_points p
      where p.observed_at >= to_timestamp($1::float8 / 1000) and p.observed_at < to_timestamp(($2::float8 + 1) / 1000) and p.layer = any($3::int2[])
        and p.lat between $9::float8 and $10::float8 and p.lon between $11::float8 and $12::float8
        and exists (select from unnest($4::float8[], $5::float8[], $6::float8[], $7::float8[]) as box (w, s, e, n)
          where p.lat between box.s and box.n and p.lon between box.w and box.e)
      limit $8`;
    const edges = [
      boxes.map(({ west }) => west),
      boxes.map(({ south }) => south),
      boxes.map(({ east }) => east),
      boxes.map(({ north }) => north),
    ];
    // One box around all boxes excludes most points with a single comparison.
    const [south, north] = [Math.min(...boxes.map((box) => box.south)), Math.max(...boxes.map((box) => box.north))];
    const [west, east] = [Math.min(...boxes.map((box) => box.west)), Math.max(...boxes.map((box) => box.east))];
    const found = new Map<string, PathObject>();
    for (const slice of slicesOf({ from, to }, SEARCH_SLICE_MS)) {
      if (found.size >= limit) break;
      if (isLate()) return { objects: [...found.values()], isComplete: false };
      const { rows } = await this.database.query<{ layer: number; object: number }>(sql, [
        slice.from,
        slice.to,
        layers.map((layer) => layerNumbers[layer]),
        ...edges,
        limit,
        south,
        north,
        west,
        east,
      ]);
      for (const { layer, object } of rows) found.set(`${layer} ${object}`, { layer: layerOf(layer), key: object });
    }
    return { objects: [...found.values()].slice(0, limit), isComplete: true };
  }

  /** Returns the earliest `limit` points of the objects, in order of time. */
  async paths(objects: readonly PathObject[], range: Range, limit: number): Promise<PathPoint[]> {
    const sql = `select ${columns} from unnest($1::int2[], $2::int4[]) as wanted (layer, object)
      join track_points p on p.layer = wanted.layer and p.object = wanted.object
      where p.observed_at >= to_timestamp($3::float8 / 1000) and p.observed_at < to_timestamp(($4::float8 + 1) / 1000)
      order by p.observed_at, p.layer, p.object limit $5`;
    const points: PathPoint[] = [];
    for (const { from, to } of slicesOf(range, PATH_SLICE_MS)) {
      if (points.length >= limit) break;
      for (const point of await this.points(sql, [...listsOf(objects), from, to, limit - points.length]))
        points.push(point);
    }
    return points;
  }

  /** Returns the last point of each object in the range from `since` (inclusive) to `from` (exclusive). */
  async before(objects: readonly PathObject[], since: number, from: number): Promise<PathPoint[]> {
    const sql = `select ${columns} from unnest($1::int2[], $2::int4[]) as wanted (layer, object)
      cross join lateral (select * from track_points t where t.layer = wanted.layer and t.object = wanted.object
        and t.observed_at >= to_timestamp($3::float8 / 1000) and t.observed_at < to_timestamp($4::float8 / 1000) order by t.observed_at desc limit 1) p`;
    return this.points(sql, [...listsOf(objects), since, from]);
  }

  private async points(sql: string, params: unknown[]): Promise<PathPoint[]> {
    const { rows } = await this.database.query<Row>(sql, params);
    return rows.map(({ layer, object, lat, lon, t, altitude_feet, left_out }) => ({
      layer: layerOf(layer),
      key: object,
      lat,
      lon,
      observedAt: storedTime(t),
      altitudeFeet: altitude_feet ?? Number.NaN,
      omittedReports: left_out ?? 0,
    }));
  }
}

const layerOf = (number: number): Layer => (number === 2 ? 'aircraft' : 'vessels');
const listsOf = (objects: readonly PathObject[]) => [
  objects.map(({ layer }) => layerNumbers[layer]),
  objects.map(({ key }) => key),
];

/** Splits a range into slices of whole milliseconds that do not overlap. */
function* slicesOf({ from, to }: Range, length: number): Generator<Range> {
  for (let start = from; start <= to; start += length) yield { from: start, to: Math.min(to, start + length - 1) };
}
