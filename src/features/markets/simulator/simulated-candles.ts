import { ownTurn } from '../../../async/event-loop-turns.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import type { TradingCalendar } from '../calendar/trading-calendar.js';
import type { Candle } from '../candle.js';
import { expectedCandles } from '../candles/expected-candles.js';
import type { Interval } from '../interval.js';
import { dayText } from './leg.js';
import { SimulatedDay } from './simulated-day.js';
import type { SimulatedAsset } from './simulated-universe.js';

/** Number of candles created before yielding to the event loop: some milliseconds of work. */
const CANDLES_PER_TURN = 250;

/** Creates candles of the simulated markets; longer candles are consistent with the minutes they contain. */
export class SimulatedCandles {
  constructor(private readonly calendar: TradingCalendar) {}

  /**
   * Returns unadjusted candles of a day or shorter that open in `[from, to)` and have begun at `now` (all in ms since
   * 1970), ascending, with times as in candle.ts.
   */
  async read(asset: SimulatedAsset, interval: Interval, from: number, to: number, now: number): Promise<Candle[]> {
    // A currency day begins before the midnight that names it.
    const [first, last] = [
      Math.max(asset.since, Math.floor(from / DAY_MS) - 1),
      Math.floor(Math.min(to, now) / DAY_MS) + 1,
    ];
    if (first > last) return [];
    const candles: Candle[] = [];
    const path = new Float64Array(DAY_MS / MINUTE_MS + 1);
    let turn = CANDLES_PER_TURN;
    for (const session of this.calendar.sessions(asset.symbol, dayText(first), dayText(last))) {
      const expected = expectedCandles([session], interval).filter(
        (one) => one.time >= from && one.time < to && one.from <= now,
      );
      if (expected.length === 0) continue;
      const day = new SimulatedDay(asset, session, path);
      const moment = day.minutes.momentAt(now) ?? day.end;
      for (const one of expected) {
        const part = day.candle(day.minutes.before(one.from), day.minutes.before(one.to), moment);
        if (part !== undefined) candles.push({ time: new Date(one.time), ...part });
      }
      turn -= expected.length;
      if (turn > 0) continue;
      await ownTurn();
      turn = CANDLES_PER_TURN;
    }
    return candles;
  }
}
