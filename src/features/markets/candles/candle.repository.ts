import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { Candle } from '../candle.js';
import type { Interval } from '../interval.js';
import { type Span, united } from './stretches.js';

/** Bars of one symbol, of one length, by one provider. */
export interface SeriesKey {
  symbol: string;
  interval: Interval;
  provider: string;
}

/** Bars by columns: of thousands of rows the client would make thousands of objects and ten times as many strings first. Null without any bar. */
interface BarColumns {
  /** Seconds since the epoch. */
  time: number[] | null;
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: Array<number | null>;
}

interface BarRow {
  /** Seconds since the epoch. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

const series = 'symbol = $1 and interval = $2 and provider = $3';
const range = `time >= to_timestamp($4::float8 / 1000) and time < to_timestamp($5::float8 / 1000)`;

/** A stretch that has been fetched, and when the newest of its bars were (ms since the epoch). */
export interface FetchedSpan extends Span {
  fetchedAt: number;
}

/** Bars in the database, and which stretches of time have been fetched. */
@Service()
export class CandleRepository {
  constructor(private readonly database: Database) {}

  /** Ascending. */
  async bars(key: SeriesKey, { from, to }: Span): Promise<Candle[]> {
    const sql = `select json_agg(date_part('epoch', time)) as time, json_agg(open) as open, json_agg(high) as high, json_agg(low) as low, json_agg(close) as close, json_agg(volume) as volume
      from (select * from candles where ${series} and ${range} order by time) as bars`;
    const { rows } = await this.database.query<BarColumns>(sql, [...valuesOf(key), from, to]);
    const { time, open, high, low, close, volume } = rows[0] as BarColumns;
    return (time ?? []).map((seconds, at) => ({
      time: new Date(Math.round(seconds * 1_000)),
      open: open[at] as number,
      high: high[at] as number,
      low: low[at] as number,
      close: close[at] as number,
      volume: volume[at] as number | null,
    }));
  }

  /** The bars next to a stretch on both sides, so many at the most each, ascending. */
  async around(key: SeriesKey, { from, to }: Span, count: number): Promise<{ before: Candle[]; after: Candle[] }> {
    const columns = `date_part('epoch', time) as time, open, high, low, close, volume`;
    const sides = [
      [`time < to_timestamp($4::float8 / 1000) order by time desc`, from],
      [`time >= to_timestamp($4::float8 / 1000) order by time`, to],
    ] as const;
    const [before, after] = await Promise.all(
      sides.map(([which, at]) =>
        this.database.query<BarRow>(`select ${columns} from candles where ${series} and ${which} limit ${count}`, [...valuesOf(key), at]),
      ),
    );
    return { before: (before?.rows ?? []).map(barOf).reverse(), after: (after?.rows ?? []).map(barOf) };
  }

  /** Fetched stretches that touch a stretch, ascending. */
  async spans(key: SeriesKey, { from, to }: Span): Promise<FetchedSpan[]> {
    const sql = `select "from", "to", fetched_at from candle_spans where ${series} and "to" >= to_timestamp($4::float8 / 1000) and "from" <= to_timestamp($5::float8 / 1000) order by "from"`;
    const { rows } = await this.database.query<{ from: Date; to: Date; fetched_at: Date }>(sql, [...valuesOf(key), from, to]);
    return rows.map((row) => ({ from: row.from.getTime(), to: row.to.getTime(), fetchedAt: row.fetched_at.getTime() }));
  }

  /** Keeps bars, newer ones in the place of older ones, and remembers what has been fetched. Many may write at once. @param fetched ascending, of one stretch that was asked for */
  async save(key: SeriesKey, fetched: readonly Span[], bars: readonly Candle[], fetchedAt: number): Promise<void> {
    if (fetched.length === 0 && bars.length === 0) return;
    await this.database.transaction(async () => {
      // Spans are read, joined and written: one at a time for a series, whichever process does it.
      await this.database.query('select pg_advisory_xact_lock(hashtextextended($1, 7261))', [valuesOf(key).join(' ')]);
      await this.insert(key, bars);
      await this.extend(key, fetched, fetchedAt);
    });
  }

  private async insert(key: SeriesKey, bars: readonly Candle[]): Promise<void> {
    if (bars.length === 0) return;
    const columns = [
      bars.map(({ time }) => time.getTime()),
      bars.map(({ open }) => open),
      bars.map(({ high }) => high),
      bars.map(({ low }) => low),
      bars.map(({ close }) => close),
      bars.map(({ volume }) => volume),
    ];
    const sql = `insert into candles (symbol, interval, provider, time, open, high, low, close, volume)
      select $1, $2, $3, to_timestamp(t / 1000), o, h, l, c, v
      from unnest($4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[]) as bar (t, o, h, l, c, v)
      on conflict (symbol, interval, provider, time) do update
      set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`;
    await this.database.query(sql, [...valuesOf(key), ...columns]);
  }

  /** In as many statements for a hundred stretches as for one: what is traded seldom has holes, and many stretches between them. */
  private async extend(key: SeriesKey, fetched: readonly Span[], fetchedAt: number): Promise<void> {
    const [first, last] = [fetched[0], fetched.at(-1)];
    if (first === undefined || last === undefined) return;
    const known = await this.spans(key, { from: first.from, to: last.to });
    const whole = united([...known, ...fetched]);
    await this.database.query(`delete from candle_spans where ${series} and "from" in (select to_timestamp(t / 1000) from unnest($4::float8[]) as known (t))`, [
      ...valuesOf(key),
      known.map(({ from }) => from),
    ]);
    const sql = `insert into candle_spans (symbol, interval, provider, "from", "to", fetched_at)
      select $1, $2, $3, to_timestamp(f / 1000), to_timestamp(t / 1000), to_timestamp($6::float8 / 1000) from unnest($4::float8[], $5::float8[]) as span (f, t)`;
    await this.database.query(sql, [...valuesOf(key), whole.map(({ from }) => from), whole.map(({ to }) => to), fetchedAt]);
  }
}

const valuesOf = ({ symbol, interval, provider }: SeriesKey) => [symbol, interval, provider];

const barOf = ({ time, open, high, low, close, volume }: BarRow): Candle => ({ time: new Date(Math.round(time * 1_000)), open, high, low, close, volume });
