import { threadFunction } from '../../../threads/thread-call.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { flagOf } from '../ais/flag.js';
import type { ShipType } from '../ais/ship-type.js';
import type { ComparedTransits } from '../transit-day.js';
import type { Flow, FlowDirection } from './flow.js';
import { COUNTED, type FlowDay } from './flow.repository.js';
import { type DeadweightClass, deadweightOf, eachPassage, isForward, minuteOf, typeOf } from './passage.js';

export const flowIntervals = ['hour', 'day'] as const;
export type FlowInterval = (typeof flowIntervals)[number];
export const intervalMs: Readonly<Record<FlowInterval, number>> = { hour: HOUR_MS, day: DAY_MS };

/** Maximum number of intervals of a series. */
export const MAX_BUCKETS = 1_100;

/** Number of weeks that a baseline is made of, and the minimum number of them. */
export const BASELINE_WEEKS = 8;
export const MIN_BASELINE_WEEKS = 4;
const WEEK_MS = 7 * DAY_MS;
/** Minimum fraction of the time that was counted, for values of a baseline and for values compared with it. */
const MIN_COUNTED = 0.9;
/** Maximum fraction of hours without reception in the cells of the line, for a comparison of fewer passages. */
const MAX_SILENT = 0.1;

/** Filters of passages; an omitted filter matches all. */
export interface PassageFilter {
  shipType?: readonly ShipType[];
  /** ISO 3166-1 alpha-2, in any case. */
  flag?: readonly string[];
  direction?: FlowDirection;
  deadweight?: readonly DeadweightClass[];
}

/** The range of a series (ms): `from` inclusive, `to` exclusive, both starts of an interval. */
export interface SeriesRange {
  from: number;
  to: number;
  interval: FlowInterval;
}

/** The mean and the standard deviation of earlier counts. */
export interface Baseline {
  mean: number;
  deviation: number;
}

export interface FlowBucket {
  time: number;
  passages: number;
  /** Those of cargo ships and tankers. */
  merchant: number;
  /** Fractions of the hours in which passages were counted, and in which reports near the line were received. */
  counted: number;
  heard: number;
  /** Number of hours without reception in the cells of the line. */
  silentHours: number;
  /** Undefined if fewer than four of the weeks before were counted. */
  baseline?: Baseline;
  /** Undefined without a baseline, and while the bucket has not ended or was not counted. */
  zScore?: number;
}

export interface FlowSeries {
  buckets: FlowBucket[];
  passages: number;
  byShipType: Map<ShipType | null, number>;
  byFlag: Map<string | null, number>;
  byDirection: Map<FlowDirection, number>;
  byDeadweight: Map<DeadweightClass | null, number>;
}

/** A series of a flow. */
export interface FlowReading extends FlowSeries {
  flow: Flow;
  range: SeriesRange;
  /** Time at which it was read (ms). */
  now: number;
  /** Whether the passages are those of simulated vessels. */
  isSimulated: boolean;
  /** Published transit calls beside each bucket; undefined for a flow of which none are published. */
  transits?: FlowTransits;
}

/** Published transit calls of a flow. */
export interface FlowTransits {
  /** The latest published day within the series. */
  latestDay: string;
  buckets: ComparedTransits[];
}

/** Returns the first time (ms) whose days a series needs, because of its baseline. */
export const baselineStart = (from: number): number => Math.floor((from - BASELINE_WEEKS * WEEK_MS) / DAY_MS) * DAY_MS;

/** The inputs of a series. */
export interface SeriesInput {
  /** Days of the flow and of `COUNTED`, from `baselineStart` on. */
  days: readonly FlowDay[];
  filter: PassageFilter;
  range: SeriesRange;
  /** Buckets that end later are not compared (ms). */
  now: number;
  /** Hours since 1970 in which no source received a vessel in the cells of the line, although this service ran. */
  silentHours?: ReadonlySet<number>;
  /** Hours that begin earlier (ms) were not counted, for example before the line existed. */
  since?: number;
}

/** Computes a series as `flowSeries` does; to be run in a thread, where bytes arrive without the methods of buffers. */
export const computeSeries = ({ days, ...input }: SeriesInput): FlowSeries =>
  flowSeries({ ...input, days: days.map((day) => ({ ...day, passages: Buffer.from(day.passages) })) });

export const seriesInThread = threadFunction<typeof computeSeries>(new URL(import.meta.url), 'computeSeries');

/**
 * Computes a series. The baseline of a bucket is made of the same hours of the same weekday in the eight weeks before.
 */
export function flowSeries({ days, filter, range, now, silentHours, since = 0 }: SeriesInput): FlowSeries {
  const start = baselineStart(range.from);
  const hours = Math.ceil((range.to - start) / HOUR_MS);
  const [counts, counted, heard] = [new Uint32Array(hours), new Uint8Array(hours), new Uint8Array(hours)];
  const merchants = new Uint32Array(hours);
  const [shown, matches] = [breakdown(), matcherOf(filter)];
  for (const { flowId, day, hours: bits, passages } of days) {
    const first = (Date.parse(day) - start) / HOUR_MS;
    const marks = flowId === COUNTED ? counted : heard;
    for (let hour = 0; hour < 24; hour += 1) if ((bits >> hour) & 1) marks[first + hour] = 1;
    eachPassage(passages, (key, flags) => {
      if (!matches(key, flags)) return;
      const hour = first + Math.floor(minuteOf(flags) / 60);
      counts[hour] = (counts[hour] ?? 0) + 1;
      if (isMerchant(typeOf(flags))) merchants[hour] = (merchants[hour] ?? 0) + 1;
      const at = start + hour * HOUR_MS;
      if (at >= range.from && at < range.to) shown.add(key, flags);
    });
  }
  counted.fill(0, 0, Math.max(0, Math.ceil((since - start) / HOUR_MS)));
  const step = intervalMs[range.interval] / HOUR_MS;
  const sumOf = (of: Uint32Array | Uint8Array, at: number) => {
    let sum = 0;
    for (let hour = at; hour < at + step; hour += 1) sum += of[hour] ?? 0;
    return sum;
  };
  const buckets: FlowBucket[] = [];
  for (let time = range.from; time < range.to; time += intervalMs[range.interval]) {
    const at = (time - start) / HOUR_MS;
    const bucket: FlowBucket = {
      time,
      passages: sumOf(counts, at),
      merchant: sumOf(merchants, at),
      counted: sumOf(counted, at) / step,
      heard: sumOf(heard, at) / step,
      silentHours: silentIn(silentHours, time / HOUR_MS, step),
    };
    const earlier: number[] = [];
    for (let week = 1; week <= BASELINE_WEEKS; week += 1) {
      const then = at - (week * WEEK_MS) / HOUR_MS;
      if (then >= 0 && sumOf(counted, then) >= MIN_COUNTED * step) earlier.push(sumOf(counts, then));
    }
    if (earlier.length >= MIN_BASELINE_WEEKS) bucket.baseline = baselineOf(earlier);
    const isComparable = time + intervalMs[range.interval] <= now && bucket.counted >= MIN_COUNTED;
    if (bucket.baseline !== undefined && isComparable) {
      const zScore = zScoreOf(bucket.passages, bucket.baseline);
      // Fewer passages than usual while the sources were silent show nothing about the traffic.
      if (zScore >= 0 || bucket.silentHours <= MAX_SILENT * step) bucket.zScore = zScore;
    }
    buckets.push(bucket);
  }
  return { buckets, passages: buckets.reduce((sum, { passages }) => sum + passages, 0), ...shown.result() };
}

const isMerchant = (type: ShipType | null): boolean => type === 'cargo' || type === 'tanker';

function silentIn(silentHours: ReadonlySet<number> | undefined, hour: number, step: number): number {
  let silent = 0;
  if (silentHours !== undefined && silentHours.size > 0)
    for (let at = hour; at < hour + step; at += 1) if (silentHours.has(at)) silent += 1;
  return silent;
}

/** Returns the mean and the standard deviation (n - 1) of at least two counts. */
export function baselineOf(counts: readonly number[]): Baseline {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (counts.length - 1)) };
}

/**
 * Returns how many deviations a count is from its baseline. The deviation is at least that of independent passages (the
 * square root of the mean, Poisson) and at least one, since few weeks may agree by chance.
 */
export const zScoreOf = (count: number, { mean, deviation }: Baseline): number =>
  (count - mean) / Math.max(deviation, Math.sqrt(mean), 1);

/** Returns a test of stored passages. */
export function matcherOf({
  shipType,
  flag,
  direction,
  deadweight,
}: PassageFilter): (key: number, bits: number) => boolean {
  const types = shipType && new Set<ShipType | null>(shipType);
  const flags = flag && new Set<string | null>(flag.map((one) => one.toUpperCase()));
  const weights = deadweight && new Set<DeadweightClass | null>(deadweight);
  const wanted = direction && direction === 'forward';
  return (key, bits) =>
    (wanted === undefined || isForward(bits) === wanted) &&
    (types === undefined || types.has(typeOf(bits))) &&
    (weights === undefined || weights.has(deadweightOf(bits))) &&
    (flags === undefined || flags.has(flagOf(key)));
}

/** Counts passages by their attributes. */
function breakdown() {
  const [byBits, byCountry] = [new Map<number, number>(), new Map<number, number>()];
  const WITHOUT_MINUTE = ~0x7ff;
  /** Vessels whose first six digits are equal have the same flag. */
  const DIGITS = 1_000;
  const increase = <Key>(counts: Map<Key, number>, key: Key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
  return {
    add(key: number, bits: number): void {
      increase(byBits, bits & WITHOUT_MINUTE);
      increase(byCountry, Math.floor(key / DIGITS));
    },
    result(): Pick<FlowSeries, 'byShipType' | 'byFlag' | 'byDirection' | 'byDeadweight'> {
      const byShipType = new Map<ShipType | null, number>();
      const byFlag = new Map<string | null, number>();
      const byDirection = new Map<FlowDirection, number>([
        ['forward', 0],
        ['backward', 0],
      ]);
      const byDeadweight = new Map<DeadweightClass | null, number>();
      for (const [bits, count] of byBits) {
        increase(byShipType, typeOf(bits), count);
        increase(byDirection, isForward(bits) ? ('forward' as const) : ('backward' as const), count);
        increase(byDeadweight, deadweightOf(bits), count);
      }
      for (const [digits, count] of byCountry) increase(byFlag, flagOf(digits * DIGITS), count);
      return { byShipType, byFlag, byDirection, byDeadweight };
    },
  };
}
