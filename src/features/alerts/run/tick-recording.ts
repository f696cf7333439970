import type { Log } from '../../../logging/log.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { Needs } from '../engine/engine-rule.js';
import type { Observation } from '../engine/observation.js';
import type { TickRecordRepository } from '../record/tick-record.repository.js';
import { TickRecorder } from '../record/tick-recorder.js';

/** Records the prices and candles that one evaluation observes, so that backtests of the last days are exact. */
export class TickRecording {
  private readonly recorder = new TickRecorder();
  /** When the latest candle of each series opened (ms): the same ones are read again each minute. */
  private readonly latestCandles = new Map<string, number>();
  private saving?: Promise<void>;
  private isFailing = false;

  constructor(
    private readonly repository: TickRecordRepository,
    private readonly log: Log,
  ) {}

  /** Observations recorded since the start, and those beyond the limit. */
  get counts(): Readonly<Record<'stored' | 'dropped', number>> {
    return this.recorder.counts;
  }

  /** Records what rules need from now on. */
  need({ symbols, candles }: Needs, now: number): void {
    this.recorder.need(new Set([...symbols, ...candles.keys()]), now);
  }

  /** Call before the engine observes it. @param clock the time of the service (ms) */
  observing(observation: Observation, engine: AlertEngine, clock: number): void {
    if (observation.kind === 'quote') {
      const { now, hasFired } = engine.momentOf(clock);
      const { symbol, price, at } = observation;
      this.recorder.add(symbol, { kind: 'price', price, at }, now, hasFired);
    } else if (observation.kind === 'candle' && observation.isFinal) {
      const { symbol, interval, candle } = observation;
      if (!this.isNew(`${symbol} ${interval}`, candle.time.getTime())) return;
      const { now, hasFired } = engine.momentOf(clock);
      this.recorder.add(`${symbol} ${interval}`, { kind: 'candle', candle }, now, hasFired);
    }
  }

  /** Call before the engine is given prices to fill windows. */
  fillingPrices(symbol: string, prices: Array<{ at: number; price: number }>, engine: AlertEngine): void {
    const { now, hasFired } = engine.momentOf(Number.NEGATIVE_INFINITY);
    this.recorder.add(symbol, { kind: 'history', prices }, now, hasFired);
  }

  /** Candles up to this one fill indicators: they are not observed again. @param opened ms */
  fillingCandles(series: string, opened: number): void {
    this.isNew(series, opened);
  }

  /** Ends the record: nothing is observed from now on. */
  stop(now: number): void {
    this.recorder.stop(now);
  }

  /** Writes what is recorded by now. One at a time; never rejects: what is not written is written the next time. */
  save(now: number): Promise<void> {
    this.saving ??= this.write(now).finally(() => {
      this.saving = undefined;
    });
    return this.saving;
  }

  private async write(now: number): Promise<void> {
    const chunks = this.recorder.take(now);
    try {
      await this.repository.save(chunks);
      this.recorder.written(chunks);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.log.warn({ component: 'alerts', err: error }, 'Recording prices for backtests failed; retrying.');
      this.isFailing = true;
    }
  }

  private isNew(series: string, opened: number): boolean {
    if (opened <= (this.latestCandles.get(series) ?? Number.NEGATIVE_INFINITY)) return false;
    this.latestCandles.set(series, opened);
    return true;
  }
}
