import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { RangePartition } from '../../../database/range-partitions.js';
import type { Box } from '../box.js';
import type { Layer } from '../layer.js';
import { EARTH_RADIUS_METERS, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import {
  type Fix,
  type KeptPoint,
  known,
  layerNumbers,
  layerOfNumber,
  storedTime,
  type TrackPoint,
} from '../track-point.js';
import { boxCondition } from './box-condition.js';
import type { Sailed, SailedLeg } from './sailed.js';

/** A time range (ms); both milliseconds are inclusive as a whole. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A position in the list of points in time order. */
export type PointPlace = Pick<TrackPoint, 'observedAt' | 'layer' | 'key'>;

interface Row {
  layer: number;
  object: number;
  t: number;
  lat: number;
  lon: number;
  speed_knots: number | null;
  course_degrees: number | null;
  altitude_feet: number | null;
}

/** Points as a list for each column, latest first. */
type Columns = { [Name in keyof Omit<Row, 'layer' | 'object'>]: Array<Row[Name]> };

const columns = `layer, object, date_part('epoch', observed_at) * 1000 as t, lat, lon, speed_knots, course_degrees, altitude_feet`;
const time = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;
const end = (parameter: string) => `to_timestamp((floor(${parameter}::float8) + 1) / 1000)`;

/** Maximum time between two points of a track (s), beyond which the way between them is not known. */
const MAX_PAIR_SECONDS = 7_200;
/** Distance from a port (m) within which a vessel that lies still waits for it. */
const WAITING_METERS = 50_000;

/** SQL of the great-circle distance (m) of two positions. */
const arc = (lat: string, lon: string, otherLat: string, otherLon: string) =>
  `2 * ${EARTH_RADIUS_METERS} * asin(sqrt(least(1, sin(radians(${lat} - ${otherLat}) / 2) ^ 2 + cos(radians(${lat})) * cos(radians(${otherLat})) * sin(radians(${lon} - ${otherLon}) / 2) ^ 2)))`;

/** Stores and reads the points of tracks. */
@Service()
export class TrackRepository {
  constructor(private readonly database: Database) {}

  /** Stores points; existing points stay unchanged. Several processes may write concurrently. */
  async write(points: readonly KeptPoint[]): Promise<void> {
    const values = [
      points.map(({ layer }) => layerNumbers[layer]),
      points.map(({ key }) => key),
      points.map(({ observedAt }) => observedAt),
      points.map(({ lat }) => lat),
      points.map(({ lon }) => lon),
      points.map(({ speedKnots }) => known(speedKnots)),
      points.map(({ courseDegrees }) => known(courseDegrees)),
      points.map(({ altitudeFeet }) => known(altitudeFeet)),
      points.map(({ leftOut = Number.NaN }) => known(leftOut)),
    ];
    // Rows are inserted in the order of the key, so that two concurrent writers of the same points never deadlock.
    const sql = `insert into track_points (layer, object, observed_at, lat, lon, speed_knots, course_degrees, altitude_feet, left_out)
      select l, o, to_timestamp(t / 1000), y, x, s, c, round(a), r
      from unnest($1::int2[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::float4[], $7::float4[], $8::float8[], $9::int4[])
        as point (l, o, t, y, x, s, c, a, r)
      order by l, o, t on conflict do nothing`;
    await this.database.query(sql, values);
  }

  /** Returns the points of one object, oldest first. @param limit maximum number of points; later ones are left out */
  async ofObject(layer: Layer, key: number, { from, to }: TimeRange, limit: number): Promise<TrackPoint[]> {
    const sql = `select ${columns} from track_points where layer = $1 and object = $2 and observed_at >= ${time('$3')} and observed_at < ${end('$4')}
      order by observed_at limit $5`;
    const { rows } = await this.database.query<Row>(sql, [layerNumbers[layer], key, from, to, limit]);
    return rows.map(pointOf);
  }

  /**
   * Returns the points of some objects, each in its own time range, oldest first, in the order of the ranges.
   * @param limit maximum number of points of each range; earlier ones are left out
   */
  async ofObjects(layer: Layer, ranges: ReadonlyArray<TimeRange & { key: number }>, limit: number): Promise<Fix[][]> {
    // A row for each range, with a list for each column, is read in half the time of a row for each point.
    const sql = `select n::int4, points.* from unnest($2::int4[], $3::float8[], $4::float8[]) with ordinality as own (k, f, e, n), lateral (
        select to_json(array_agg(t)) as t, to_json(array_agg(lat)) as lat, to_json(array_agg(lon)) as lon, to_json(array_agg(speed_knots)) as speed_knots,
          to_json(array_agg(course_degrees)) as course_degrees, to_json(array_agg(altitude_feet)) as altitude_feet
        from (
          select date_part('epoch', observed_at) * 1000 as t, lat, lon, speed_knots, course_degrees, altitude_feet
          from track_points where layer = $1 and object = k and observed_at >= ${time('f')} and observed_at < ${end('e')}
            and observed_at >= ${time('$6')} and observed_at < ${end('$7')}
          order by observed_at desc limit $5
        ) as latest
      ) as points where points.t is not null`;
    const found: Fix[][] = ranges.map(() => []);
    if (ranges.length === 0) return found;
    const { rows } = await this.database.query<Columns & { n: number }>(sql, [
      layerNumbers[layer],
      ranges.map(({ key }) => key),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
      limit,
      // The bounds of all ranges let the statement skip partitions.
      Math.min(...ranges.map(({ from }) => from)),
      Math.max(...ranges.map(({ to }) => to)),
    ]);
    for (const { n, ...columns } of rows) found[n - 1] = fixesOf(columns);
    return found;
  }

  /**
   * Returns at most `limit` points of all objects in time order. A long range is read in pages, each starting after the
   * last point of the previous one.
   */
  async inOrder(
    layers: readonly Layer[],
    { from, to }: TimeRange,
    box: Box,
    limit: number,
    place?: PointPlace,
  ): Promise<TrackPoint[]> {
    const values: unknown[] = [layers.map((layer) => layerNumbers[layer]), place?.observedAt ?? from, to, limit];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const rest =
      place === undefined
        ? ''
        : `and (observed_at, layer, object) > (${time('$2')}, ${bind(layerNumbers[place.layer])}::int2, ${bind(place.key)}::int4)`;
    const sql = `select ${columns} from track_points
      where layer = any($1::int2[]) and observed_at >= ${time('$2')} and observed_at < ${end('$3')} ${rest} and ${boxCondition(box, bind)}
      order by observed_at, layer, object limit $4`;
    const { rows } = await this.database.query<Row>(sql, values);
    return rows.map(pointOf);
  }

  /**
   * Returns the points of aircraft in a box that are low or without an altitude, as on the ground, in time order.
   * Points from 10,000 feet on are left out, since an index has those below alone.
   * @param limit maximum number of points; earlier ones are left out
   */
  async lowPoints(
    box: Box,
    { from, to }: TimeRange,
    belowFeet: number,
    limit: number,
  ): Promise<Array<{ key: number; observedAt: number }>> {
    const values: unknown[] = [from, to, Math.round(belowFeet), limit];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const sql = `select object, date_part('epoch', observed_at) * 1000 as t from track_points
      where layer = 2 and (altitude_feet is null or altitude_feet < 10000) and (altitude_feet is null or altitude_feet < $3)
        and observed_at >= ${time('$1')} and observed_at < ${end('$2')} and ${boxCondition(box, bind)}
      order by observed_at desc limit $4`;
    const { rows } = await this.database.query<Pick<Row, 'object' | 't'>>(sql, values);
    return rows.map(({ object, t }) => ({ key: object, observedAt: storedTime(t) })).reverse();
  }

  /** Returns the time (ms) of the last point of each object that has points in a time range, by object. */
  async lastTimes(layer: Layer, keys: readonly number[], { from, to }: TimeRange): Promise<Map<number, number>> {
    const sql = `select object, t from unnest($2::int4[]) as object, lateral (
      select date_part('epoch', max(observed_at)) * 1000 as t from track_points
      where layer = $1 and track_points.object = object.object and observed_at >= ${time('$3')} and observed_at < ${end('$4')}) as last
      where t is not null`;
    const { rows } = await this.database.query<{ object: number; t: number }>(sql, [
      layerNumbers[layer],
      [...keys],
      from,
      to,
    ]);
    return new Map(rows.map(({ object, t }) => [object, storedTime(t)]));
  }

  /**
   * Measures the track of a vessel in time ranges. Pairs of points that are more than two hours apart, or that a vessel
   * of `maxKnots` cannot have sailed between, are left out.
   * @returns the measurements in the order of the ranges
   */
  async sailed(key: number, legs: readonly SailedLeg[], maxKnots: number): Promise<Sailed[]> {
    const sql = `select coalesce(sum(m) filter (where fine), 0) as meters, coalesce(sum(s) filter (where fine), 0) * 1000 as "trackedMs",
        coalesce(sum(s) filter (where fine and speed < 1 and off < $8), 0) * 1000 as "waitingMs", count(*) filter (where m > s * $6 and m > 1000)::int8 as jumps
      from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) with ordinality as leg (f, t, y, x, n)
      left join lateral (
        select m, s, speed, off, s <= $7 and not (m > s * $6 and m > 1000) as fine from (
          select ${arc('lat', 'lon', 'lag(lat) over w', 'lag(lon) over w')} as m, ${arc('lat', 'lon', 'y', 'x')} as off,
            lag(speed_knots) over w as speed, date_part('epoch', observed_at - lag(observed_at) over w) as s
          from track_points where layer = 1 and object = $1 and observed_at >= ${time('f')} and observed_at < ${end('t')}
          window w as (order by observed_at)
        ) as pairs where s is not null
      ) as track on true
      group by n order by n`;
    const values = [
      key,
      legs.map(({ from }) => from),
      legs.map(({ to }) => to),
      legs.map(({ lat }) => lat ?? null),
      legs.map(({ lon }) => lon ?? null),
      maxKnots * KNOTS_IN_METERS_PER_SECOND,
      MAX_PAIR_SECONDS,
      WAITING_METERS,
    ];
    return (await this.database.query<Sailed & Record<string, unknown>>(sql, values)).rows;
  }

  /** True if an object has a point at or after a time (ms). */
  async hasAny(layer: Layer, key: number, since: number): Promise<boolean> {
    const sql = `select from track_points where layer = $1 and object = $2 and observed_at >= ${time('$3')} limit 1`;
    return (await this.database.query(sql, [layerNumbers[layer], key, since])).rows.length > 0;
  }

  /** Counts the points before a time (ms) in some partitions. */
  async countBefore(before: number, partitions: readonly RangePartition[]): Promise<number> {
    const sql = `select count(*) from track_points where observed_at < ${time('$1')} and tableoid = any($2::oid[])`;
    const { rows } = await this.database.query<{ count: number }>(sql, [before, partitions.map(({ id }) => id)]);
    return rows[0]?.count ?? 0;
  }

  /** Deletes at most `limit` points of a partition before a time (ms). @returns the number of deleted points */
  async forget(before: number, limit: number, { name }: RangePartition): Promise<number> {
    const sql = `delete from "${name}" where ctid = any(array(
      select ctid from "${name}" where observed_at < ${time('$1')} order by observed_at limit $2))`;
    return (await this.database.query(sql, [before, limit])).rowCount ?? 0;
  }
}

const unknown = (value: number | null): number => value ?? Number.NaN;

const pointOf = (row: Row): TrackPoint => ({ layer: layerOfNumber(row.layer), key: row.object, ...fixOf(row) });

const fixOf = ({ t, lat, lon, speed_knots, course_degrees, altitude_feet }: Omit<Row, 'layer' | 'object'>): Fix => ({
  lat,
  lon,
  observedAt: storedTime(t),
  speedKnots: unknown(speed_knots),
  courseDegrees: unknown(course_degrees),
  altitudeFeet: unknown(altitude_feet),
});

/** Returns points in time order. */
function fixesOf({ t, lat, lon, speed_knots, course_degrees, altitude_feet }: Columns): Fix[] {
  const fixes: Fix[] = [];
  for (let at = t.length - 1; at >= 0; at -= 1)
    fixes.push({
      lat: lat[at] as number,
      lon: lon[at] as number,
      observedAt: storedTime(t[at] as number),
      speedKnots: unknown(speed_knots[at] ?? null),
      courseDegrees: unknown(course_degrees[at] ?? null),
      altitudeFeet: unknown(altitude_feet[at] ?? null),
    });
  return fixes;
}
