import { Service } from 'typedi';
import { actingForAccount } from '../../../async/account-context.js';
import type { Requester } from '../../../http/requester.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { Timers } from '../../../time/timers.js';
import {
  type BacktestProgress,
  type BacktestRequest,
  type PreparedBacktest,
  progressOf,
  type RuleBacktest,
  RuleBacktests,
} from './backtest.service.js';

/** Interval at which progress is sent (ms). */
const PROGRESS_MS = 500;

/** A message of the stream of a backtest: progress, and finally the result. */
export type BacktestStreamItem = BacktestProgress | RuleBacktest;

/** Runs backtests whose progress is streamed. */
@Service()
export class BacktestStreams {
  constructor(
    private readonly hub: StreamHub,
    private readonly backtests: RuleBacktests,
    private readonly timers: Timers,
  ) {}

  /**
   * Opens the stream of a backtest. Errors after the stream has opened are sent as `error` messages. @throws Problem as
   * `RuleBacktests.prepare` does
   */
  async open(requester: Requester, request: BacktestRequest): Promise<StreamReply<BacktestStreamItem>> {
    const prepared = await this.backtests.prepare(requester.accountId, request);
    return this.hub.open<BacktestStreamItem>((stream) => this.fill(stream, requester.accountId, prepared));
  }

  private async fill(
    stream: EventStream<BacktestStreamItem>,
    accountId: string,
    prepared: PreparedBacktest,
  ): Promise<void> {
    let last = progressOf(prepared);
    stream.send(last);
    const end = this.timers.every(PROGRESS_MS, () => {
      const progress = progressOf(prepared);
      if (progress.at !== last.at) stream.send(progress);
      last = progress;
    });
    // The request that opened the stream has ended, so there is no process slot to release.
    const owner = { accountId, signal: stream.signal, releaseProcessSlot: () => undefined };
    const result = await actingForAccount(accountId, () => this.backtests.run(owner, prepared)).finally(end);
    await stream.write(result);
  }
}
