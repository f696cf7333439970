import type { Log } from '../../../logging/log.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { Needs } from '../engine/engine-rule.js';
import type { Observation } from '../engine/observation.js';
import { isOwnKey } from '../engine/own-symbol.js';
import type { TickRecordRepository } from '../record/tick-record.repository.js';
import { TickRecorder } from '../record/tick-recorder.js';

/** Records the prices and candles that an evaluation observes, so that backtests of the last days are exact. */
export class TickRecording {
  private readonly recorder = new TickRecorder();
  /** Start of the latest candle of each series (ms); earlier candles are read again every minute and ignored. */
  private readonly latestCandles = new Map<string, number>();
  private saving?: Promise<void>;
  private isFailing = false;

  constructor(
    private readonly repository: TickRecordRepository,
    private readonly log: Log,
  ) {}

  /** Numbers of observations recorded and dropped since the start of the evaluation. */
  get counts(): Readonly<Record<'stored' | 'dropped', number>> {
    return this.recorder.counts;
  }

  /** Sets the symbols and candle series to record from now on: all that rules need, without own instruments. */
  need({ symbols, candles }: Needs, now: number): void {
    this.recorder.need(new Set([...symbols, ...candles.keys()].filter((key) => !isOwnKey(key))), now);
  }

  /** Records an observation. To be called before the engine evaluates it. @param clock the time of the service (ms) */
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

  /** Records prices that fill windows. To be called before they are passed to the engine. */
  fillingPrices(symbol: string, prices: Array<{ at: number; price: number }>, engine: AlertEngine): void {
    const { now, hasFired } = engine.momentOf(Number.NEGATIVE_INFINITY);
    this.recorder.add(symbol, { kind: 'history', prices }, now, hasFired);
  }

  /**
   * Marks candles up to this one as known, because they fill indicators and must not be recorded again.
   * @param opened start of the candle (ms)
   */
  fillingCandles(series: string, opened: number): void {
    this.isNew(series, opened);
  }

  /** Ends the recording, because the evaluation stops. */
  stop(now: number): void {
    this.recorder.stop(now);
  }

  /**
   * Writes everything recorded up to now, one write at a time. Never rejects: entries that could not be written are
   * included in the next write.
   */
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
