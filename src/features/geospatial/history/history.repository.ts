import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { Box } from '../box.js';
import type { GeoEventType } from '../geo-event.js';
import type { Layer } from '../layer.js';
import { type Fix, layerNumbers, storedTime } from '../track-point.js';
import { boxCondition } from './box-condition.js';

/** The points of an object before and after a moment; undefined without one near enough. */
export interface FixesAround {
  key: number;
  before: Fix | undefined;
  after: Fix | undefined;
}

/** The properties of a geo event that snapshots contain. */
export interface PastEvent {
  id: string;
  type: GeoEventType;
  title: string;
  /** 1 (minor) to 5 (critical). */
  severity: number;
  lat: number;
  lon: number;
  startedAt: Date;
  /** End of the event; null while ongoing. */
  endedAt: Date | null;
  provider: string;
}

export interface PastPin {
  id: string;
  title: string;
  severity: number;
  lat: number;
  lon: number;
  expiresAt: Date | null;
}

/**
 * Maximum delay (ms) of an object's stored state behind its points: the state is written less often, and recordings may
 * be replayed faster than real time.
 */
const LAG_MS = 900_000;
/** Number of hours after its end for which an event is included, since most events have no duration. */
const AFTERGLOW_HOURS = 24;

type Side = 'b' | 'a';
type Row = { object: number } & Record<
  `${Side}_${'t' | 'lat' | 'lon' | 'speed' | 'course' | 'altitude'}`,
  number | null
>;

const time = (ms: string) => `to_timestamp((${ms}) / 1000)`;
const [at, silence, lag] = ['$3::float8', '$4::float8', '$5::float8'];
const columns = (side: Side) =>
  `date_part('epoch', observed_at) * 1000 as ${side}_t, lat as ${side}_lat, lon as ${side}_lon, speed_knots as ${side}_speed, course_degrees as ${side}_course, altitude_feet as ${side}_altitude`;

// The query needs two index lookups per object, regardless of the number of its points.
const aroundSql = `select m.object, b.*, a.* from (
    select layer, object from moving_objects
    where layer = $1 and object > $2 and observed_at >= ${time(`${at} - ${silence} - ${lag}`)}
    order by object limit $6
  ) m
  left join lateral (
    select ${columns('b')} from track_points p
    where p.layer = m.layer and p.object = m.object and observed_at <= ${time(at)} and observed_at >= ${time(`${at} - ${silence}`)}
    order by observed_at desc limit 1
  ) b on true
  left join lateral (
    select ${columns('a')} from track_points p
    where p.layer = m.layer and p.object = m.object and observed_at > ${time(at)} and observed_at <= ${time(`${at} + ${silence}`)}
    order by observed_at limit 1
  ) a on true
  order by m.object`;

/** Reads the points of objects, events and pins at a moment. */
@Service()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the points around a moment (ms) of the next `limit` objects of a layer, in the order of their keys.
   * @param idleTimeoutMs maximum time between a point and the moment
   * @param after last key of the previous call; -1 for the first
   */
  async around(
    layer: Layer,
    moment: number,
    idleTimeoutMs: number,
    limit: number,
    after: number,
  ): Promise<FixesAround[]> {
    const { rows } = await this.database.query<Row>(aroundSql, [
      layerNumbers[layer],
      after,
      moment,
      idleTimeoutMs,
      LAG_MS,
      limit,
    ]);
    return rows.map((row) => ({ key: row.object, before: fixOf(row, 'b'), after: fixOf(row, 'a') }));
  }

  /**
   * Returns the events in a box that were ongoing at a moment or had ended within the day before, highest severity
   * first.
   */
  async eventsAt(moment: number, box: Box, limit: number): Promise<PastEvent[]> {
    const values: unknown[] = [moment, limit];
    const sql = `select id, type, title, severity, lat, lon, started_at as "startedAt", ended_at as "endedAt", provider from geo_events
      where started_at <= ${now} and (ended_at is null or ended_at >= ${now} - make_interval(hours => ${AFTERGLOW_HOURS}))
      and ${boxCondition(box, (value) => `$${values.push(value)}`)} order by severity desc, started_at desc, id limit $2`;
    return (await this.database.query<PastEvent & Record<string, unknown>>(sql, values)).rows;
  }

  /** Returns the pins of an account in a box that existed at a moment and still exist, newest first. */
  async pinsAt(accountId: string, moment: number, box: Box, limit: number): Promise<PastPin[]> {
    const values: unknown[] = [moment, limit, accountId];
    const sql = `select id, title, severity, lat, lon, expires_at as "expiresAt" from pins
      where account_id = $3 and created_at <= ${now} and (expires_at is null or expires_at > ${now})
      and ${boxCondition(box, (value) => `$${values.push(value)}`)} order by id desc limit $2`;
    return (await this.database.query<PastPin & Record<string, unknown>>(sql, values)).rows;
  }
}

const now = time('$1::float8');

function fixOf(row: Row, side: Side): Fix | undefined {
  const observedAt = row[`${side}_t`];
  if (observedAt === null) return undefined;
  return {
    lat: row[`${side}_lat`] as number,
    lon: row[`${side}_lon`] as number,
    observedAt: storedTime(observedAt),
    speedKnots: row[`${side}_speed`] ?? Number.NaN,
    courseDegrees: row[`${side}_course`] ?? Number.NaN,
    altitudeFeet: row[`${side}_altitude`] ?? Number.NaN,
  };
}
