import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../../../durations.js';
import type { Session, TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { expectedCandles, periodEnd, periodStart } from '../candles/expected-candles.js';
import { type Interval, intradayMs } from '../interval.js';
import { dayNumber, dayText } from './leg.js';
import { type Ohlcv, SimulatedDay } from './simulated-day.js';
import type { SimulatedAsset } from './simulated-universe.js';

/** Candles created (some milliseconds of work) before yielding to the event loop. */
const CANDLES_PER_TURN = 250;

/** Creates candles of the simulated markets, each consistent with its minutes. */
export class SimulatedCandles {
  constructor(private readonly calendar: TradingCalendar) {}

  /** Returns unadjusted candles that open in `[from, to)` and have begun at `now` (all ms since the epoch), ascending, labeled as in candle.ts. */
  async read(asset: SimulatedAsset, interval: Interval, from: number, to: number, now: number): Promise<Candle[]> {
    const step = intradayMs(interval);
    // A currency day may begin before the midnight it is named for.
    if (step === undefined) return from >= to ? [] : this.long(asset, interval, from, to, now);
    const end = Math.min(to, now + 1);
    if (from >= end) return [];
    const sessions = this.sessions(asset, from - DAY_MS, end + DAY_MS).filter(({ open, close }) => close.getTime() > from && open.getTime() < end);
    const candles: Candle[] = [];
    let turn = CANDLES_PER_TURN;
    for (const session of sessions) {
      const inSession = intradayCandles(asset, session, interval, now);
      candles.push(...inSession.filter(({ time }) => time.getTime() >= from && time.getTime() < end));
      turn -= inSession.length;
      if (turn > 0) continue;
      await setImmediate();
      turn = CANDLES_PER_TURN;
    }
    return candles;
  }

  private async long(asset: SimulatedAsset, interval: Interval, from: number, to: number, now: number): Promise<Candle[]> {
    const midnight = (instant: number) => Math.floor(instant / DAY_MS) * DAY_MS;
    const first = periodStart(interval, midnight(from));
    const last = Math.min(periodEnd(interval, periodStart(interval, midnight(to - 1))) - DAY_MS, midnight(now) + DAY_MS);
    const candles: Candle[] = [];
    for (const [index, session] of this.sessions(asset, first, last).entries()) {
      if (session.open.getTime() > now) break;
      if (index % CANDLES_PER_TURN === CANDLES_PER_TURN - 1) await setImmediate();
      const time = periodStart(interval, dayNumber(session.day) * DAY_MS);
      if (time < from || time >= to) continue;
      const day = new SimulatedDay(asset, session);
      const part = day.candle(0, day.minutes.count, day.minutes.momentAt(now) ?? day.end) as Ohlcv;
      const open = candles.at(-1);
      if (open?.time.getTime() === time) join(open, part);
      else candles.push({ time: new Date(time), ...part });
    }
    return asset.volume === undefined ? candles : candles.map((candle) => ({ ...candle, volume: exact(candle.volume, asset) }));
  }

  private sessions(asset: SimulatedAsset, from: number, to: number): Session[] {
    const first = Math.max(asset.since, Math.floor(from / DAY_MS));
    const last = Math.floor(to / DAY_MS);
    return first > last ? [] : this.calendar.sessions(asset.symbol, dayText(first), dayText(last));
  }
}

function intradayCandles(asset: SimulatedAsset, session: Session, interval: Interval, now: number): Candle[] {
  const day = new SimulatedDay(asset, session);
  const moment = day.minutes.momentAt(now);
  if (moment === undefined) return [];
  return expectedCandles([session], interval).flatMap(({ time, from, to }) => {
    const part = day.candle(day.minutes.before(from), day.minutes.before(to), moment);
    return part === undefined ? [] : [{ time: new Date(time), ...part }];
  });
}

function join(candle: Candle, { high, low, close, volume }: Ohlcv): void {
  candle.high = Math.max(candle.high, high);
  candle.low = Math.min(candle.low, low);
  candle.close = close;
  if (volume !== null) candle.volume = (candle.volume ?? 0) + volume;
}

/** Rounds sums of decimal fractions to the counted parts. */
const exact = (volume: number | null, { volume: counted }: SimulatedAsset): number | null =>
  volume === null || counted === undefined ? volume : Math.round(volume * counted.perUnit) / counted.perUnit;
