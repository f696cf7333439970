import { Service } from 'typedi';
import { actingForAccount } from '../../../async/account-context.js';
import type { Requester } from '../../../http/requester.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { Timers } from '../../../time/timers.js';
import { fractionDone } from './run-control.js';
import type { ScenarioReport, ScenarioRequest } from './scenario.js';
import { type PreparedScenario, Scenarios } from './scenarios.service.js';

/** Interval at which progress is sent (ms). */
const PROGRESS_MS = 250;

/** A message of the stream of a scenario: the finished fraction, and finally the report. */
export type ScenarioStreamItem = { fraction: number } | ScenarioReport;

/** Runs scenarios whose progress is streamed. */
@Service()
export class ScenarioStreams {
  constructor(
    private readonly hub: StreamHub,
    private readonly scenarios: Scenarios,
    private readonly timers: Timers,
  ) {}

  /** Opens the stream of a scenario. @throws Problem as `Scenarios.prepare`; later failures are sent as `error` */
  async open(
    requester: Requester,
    portfolioId: string,
    request: ScenarioRequest,
  ): Promise<StreamReply<ScenarioStreamItem>> {
    const prepared = await this.scenarios.prepare(requester.accountId, portfolioId, request);
    return this.hub.open<ScenarioStreamItem>((stream) => this.fill(stream, requester.accountId, prepared));
  }

  private async fill(
    stream: EventStream<ScenarioStreamItem>,
    accountId: string,
    prepared: PreparedScenario,
  ): Promise<void> {
    let last = 0;
    stream.send({ fraction: 0 });
    const end = this.timers.every(PROGRESS_MS, () => {
      const fraction = fractionDone(prepared.control);
      if (fraction !== last) stream.send({ fraction });
      last = fraction;
    });
    // The HTTP request has ended, so there is no process slot to release.
    const owner = { accountId, signal: stream.signal, releaseProcessSlot: () => undefined };
    const report = await actingForAccount(accountId, () => this.scenarios.run(owner, prepared)).finally(end);
    await stream.write(report);
  }
}
