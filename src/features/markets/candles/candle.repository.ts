import { Service } from 'typedi';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Database } from '../../../database/database.js';
import type { Candle } from '../candle.js';
import type { Interval } from '../interval.js';
import { type TimeRange, union } from './time-ranges.js';

/** Identifies the candles of one symbol, interval and provider. */
export interface SeriesKey {
  symbol: string;
  interval: Interval;
  provider: string;
}

/** Candles by column, because reading thousands of rows is slow in the client. `time` is null without candles. */
interface CandleColumns {
  /** Times of the candles in seconds since the epoch. */
  time: number[] | null;
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: Array<number | null>;
}

interface CandleRow {
  /** Time of the candle in seconds since the epoch. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/** The prices of a symbol at both ends of a range. */
export interface StoredChange {
  symbol: string;
  provider: string;
  fromTime: Date;
  fromPrice: number;
  toTime: Date;
  toPrice: number;
}

/** Number of candles whose conversion takes about a millisecond. */
const MANY = 500;

const series = 'symbol = $1 and interval = $2 and provider = $3';
const range = `time >= to_timestamp($4::float8 / 1000) and time < to_timestamp($5::float8 / 1000)`;

/** A fetched range, with the time (ms since 1970) at which its newest candles were fetched. */
export interface FetchedRange extends TimeRange {
  fetchedAt: number;
}

/** Stores candles and the time ranges that have been fetched. */
@Service()
export class CandleRepository {
  constructor(private readonly database: Database) {}

  /** Returns the candles of a range, ascending. */
  async candles(key: SeriesKey, { from, to }: TimeRange): Promise<Candle[]> {
    const sql = `select json_agg(date_part('epoch', time)) as time, json_agg(open) as open, json_agg(high) as high, json_agg(low) as low, json_agg(close) as close, json_agg(volume) as volume
      from (select * from candles where ${series} and ${range} order by time) as candles`;
    const { rows } = await this.database.query<CandleColumns>(sql, [...valuesOf(key), from, to]);
    const { time, open, high, low, close, volume } = rows[0] as CandleColumns;
    // Many requests may read rows at the same time, so each result is converted in its own turn of the event loop.
    if ((time?.length ?? 0) >= MANY) await ownTurn();
    return (time ?? []).map((seconds, at) => ({
      time: new Date(Math.round(seconds * 1_000)),
      open: open[at] as number,
      high: high[at] as number,
      low: low[at] as number,
      close: close[at] as number,
      volume: volume[at] as number | null,
    }));
  }

  /** Returns the number of stored candles in a range. */
  async count(key: SeriesKey, { from, to }: TimeRange): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*) from candles where ${series} and ${range}`,
      [...valuesOf(key), from, to],
    );
    return rows[0]?.count ?? 0;
  }

  /** Returns up to `count` candles on each side of a range, ascending. */
  async around(key: SeriesKey, { from, to }: TimeRange, count: number): Promise<{ before: Candle[]; after: Candle[] }> {
    const columns = `date_part('epoch', time) as time, open, high, low, close, volume`;
    const sides = [
      [`time < to_timestamp($4::float8 / 1000) order by time desc`, from],
      [`time >= to_timestamp($4::float8 / 1000) order by time`, to],
    ] as const;
    const [before, after] = await Promise.all(
      sides.map(([which, at]) =>
        this.database.query<CandleRow>(`select ${columns} from candles where ${series} and ${which} limit ${count}`, [
          ...valuesOf(key),
          at,
        ]),
      ),
    );
    return { before: (before?.rows ?? []).map(candleOf).reverse(), after: (after?.rows ?? []).map(candleOf) };
  }

  /**
   * Returns the first open and the last close in a range, of each symbol with candles of the interval. The candles of
   * the first provider that has candles are used.
   */
  async changes(
    symbols: readonly string[],
    providers: readonly string[],
    interval: Interval,
    { from, to }: TimeRange,
  ): Promise<StoredChange[]> {
    const inRange = `c.symbol = s.symbol and c.provider = p.provider and c.interval = $3 and c.time >= to_timestamp($4::float8 / 1000) and c.time < to_timestamp($5::float8 / 1000)`;
    const { rows } = await this.database.query<StoredChange>(
      `select distinct on (s.symbol) s.symbol, p.provider, a.time as "fromTime", a.open as "fromPrice", b.time as "toTime", b.close as "toPrice"
      from unnest($1::text[]) as s (symbol) cross join unnest($2::text[]) with ordinality as p (provider, priority)
      cross join lateral (select time, open from candles c where ${inRange} order by time limit 1) a
      cross join lateral (select time, close from candles c where ${inRange} order by time desc limit 1) b
      order by s.symbol, p.priority`,
      [[...symbols], [...providers], interval, from, to],
    );
    return rows;
  }

  /** Returns the fetched ranges that touch a range, ascending. */
  async fetchedRanges(key: SeriesKey, { from, to }: TimeRange): Promise<FetchedRange[]> {
    const sql = `select "from", "to", fetched_at from candle_spans where ${series} and "to" >= to_timestamp($4::float8 / 1000) and "from" <= to_timestamp($5::float8 / 1000) order by "from"`;
    const { rows } = await this.database.query<{ from: Date; to: Date; fetched_at: Date }>(sql, [
      ...valuesOf(key),
      from,
      to,
    ]);
    return rows.map((row) => ({ from: row.from.getTime(), to: row.to.getTime(), fetchedAt: row.fetched_at.getTime() }));
  }

  /**
   * Stores candles, replacing older versions, and the ranges that have been fetched. Safe for concurrent writers.
   * @param fetched ascending, parts of one requested range
   */
  async save(
    key: SeriesKey,
    fetched: readonly TimeRange[],
    candles: readonly Candle[],
    fetchedAt: number,
  ): Promise<void> {
    if (fetched.length === 0 && candles.length === 0) return;
    await this.database.transaction(async () => {
      // A lock allows one writer at a time per series, across processes, since ranges are read, joined and written.
      await this.database.query('select pg_advisory_xact_lock(hashtextextended($1, 7261))', [valuesOf(key).join(' ')]);
      await this.insert(key, candles);
      await this.extend(key, fetched, fetchedAt);
    });
  }

  private async insert(key: SeriesKey, candles: readonly Candle[]): Promise<void> {
    if (candles.length === 0) return;
    // Values are sent as texts, because the client would quote each number.
    const columns = [
      candles.map(({ time }) => time.getTime()),
      candles.map(({ open }) => open),
      candles.map(({ high }) => high),
      candles.map(({ low }) => low),
      candles.map(({ close }) => close),
      candles.map(({ volume }) => volume ?? 'NULL'),
    ].map((values) => `{${values.join()}}`);
    const sql = `insert into candles (symbol, interval, provider, time, open, high, low, close, volume)
      select $1, $2, $3, to_timestamp(t / 1000), o, h, l, c, v
      from unnest($4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[]) as candle (t, o, h, l, c, v)
      on conflict (symbol, interval, provider, time) do update
      set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`;
    await this.database.query(sql, [...valuesOf(key), ...columns]);
  }

  /**
   * Joins fetched ranges with the stored ones. The number of statements does not depend on the number of ranges: thinly
   * traded instruments have many.
   */
  private async extend(key: SeriesKey, fetched: readonly TimeRange[], fetchedAt: number): Promise<void> {
    const [first, last] = [fetched[0], fetched.at(-1)];
    if (first === undefined || last === undefined) return;
    const known = await this.fetchedRanges(key, { from: first.from, to: last.to });
    const joined = union([...known, ...fetched]);
    await this.database.query(
      `delete from candle_spans where ${series} and "from" in (select to_timestamp(t / 1000) from unnest($4::float8[]) as known (t))`,
      [...valuesOf(key), known.map(({ from }) => from)],
    );
    const sql = `insert into candle_spans (symbol, interval, provider, "from", "to", fetched_at)
      select $1, $2, $3, to_timestamp(f / 1000), to_timestamp(t / 1000), to_timestamp($6::float8 / 1000) from unnest($4::float8[], $5::float8[]) as span (f, t)`;
    await this.database.query(sql, [
      ...valuesOf(key),
      joined.map(({ from }) => from),
      joined.map(({ to }) => to),
      fetchedAt,
    ]);
  }
}

const valuesOf = ({ symbol, interval, provider }: SeriesKey) => [symbol, interval, provider];

const candleOf = ({ time, open, high, low, close, volume }: CandleRow): Candle => ({
  time: new Date(Math.round(time * 1_000)),
  open,
  high,
  low,
  close,
  volume,
});
