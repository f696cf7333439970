import { SECOND_MS } from '../../../time/durations.js';
import type { Candle } from '../../markets/candle.js';
import { endOf } from '../engine/candle-source.js';
import { type RecordedEntry, unpacked } from '../record/recorded-entry.js';
import type { RecordedTicks } from '../record/tick-record.service.js';
import { type CandleNumbers, candleAt, candleNumbers, countOf } from './candle-numbers.js';
import { isCovered, type ObservationCursor, type ReplayStep } from './candle-observations.js';

/**
 * Maximum delay (ms) between the end of a candle and its observation: a record that begins or ends within this time of
 * the candle's end may not contain it.
 */
const READ_DELAY_MS = 15 * SECOND_MS;

/** Iterates over the recorded prices of a symbol as they were observed. Unpacks one chunk at a time. */
export class RecordedCursor implements ObservationCursor {
  at: number;
  private chunk: RecordedEntry[] = [];
  private chunks = 0;
  private index = 0;

  constructor(private readonly ticks: RecordedTicks) {
    this.at = this.nextOrder();
  }

  take(): ReplayStep {
    const entry = this.chunk[this.index] as RecordedEntry;
    this.index += 1;
    this.at = this.nextOrder();
    const { key } = this.ticks;
    if (entry.kind === 'price') return { kind: 'quote', symbol: key, price: entry.price, at: entry.at };
    return { kind: 'earlier_prices', symbol: key, prices: entry.kind === 'history' ? entry.prices : [] };
  }

  private nextOrder(): number {
    while (this.index >= this.chunk.length) {
      const packed = this.ticks.packed[this.chunks];
      if (packed === undefined) return Number.POSITIVE_INFINITY;
      this.chunk = unpacked(packed);
      this.chunks += 1;
      this.index = 0;
    }
    return this.chunk[this.index]?.order as number;
  }
}

/**
 * Returns stored candles, replaced by their recorded versions where they exist. A stored candle that was not observed
 * although its time was recorded is left out.
 */
export function withRecorded(series: CandleNumbers, { covered, packed }: RecordedTicks): CandleNumbers {
  const recorded = new Map<number, { candle: Candle; order: number }>();
  for (const entry of packed.flatMap(unpacked))
    if (entry.kind === 'candle') recorded.set(entry.candle.time.getTime(), entry);
  const merged = [...recorded.values()];
  for (let index = 0; index < countOf(series); index += 1) {
    const candle = candleAt(series, index);
    if (recorded.has(candle.time.getTime())) continue;
    const end = endOf(candle, series.interval);
    const wasMissed = isCovered(covered, end - READ_DELAY_MS) && isCovered(covered, end + READ_DELAY_MS);
    if (!wasMissed) merged.push({ candle, order: end });
  }
  merged.sort((a, b) => a.candle.time.getTime() - b.candle.time.getTime());
  const candles = merged.map(({ candle }) => candle);
  return candleNumbers(
    series.symbol,
    series.interval,
    'candles',
    candles,
    merged.map(({ order }) => order),
  );
}
