import { Service } from 'typedi';
import { actingForAccount } from '../../../async/account-context.js';
import type { Requester } from '../../../http/requester.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { Timers } from '../../../time/timers.js';
import type { Portfolio } from '../portfolio.js';
import { TransactionImports } from './import.service.js';
import type { ImportProgress } from './import-progress.js';
import type { ImportReport, ImportRequest } from './import-report.js';

/** Interval at which progress is sent (ms). */
const PROGRESS_MS = 500;

/** A message of the stream of an import: progress, and finally the report. */
export type ImportStreamItem = ImportProgress | ImportReport;

/** Runs imports whose progress is streamed. */
@Service()
export class ImportStreams {
  constructor(
    private readonly hub: StreamHub,
    private readonly imports: TransactionImports,
    private readonly timers: Timers,
  ) {}

  /** Opens the stream of an import, whose failures are sent as `error`. */
  open({ accountId }: Requester, portfolio: Portfolio, request: ImportRequest): StreamReply<ImportStreamItem> {
    return this.hub.open<ImportStreamItem>((stream) => this.fill(stream, accountId, portfolio, request));
  }

  private async fill(
    stream: EventStream<ImportStreamItem>,
    accountId: string,
    portfolio: Portfolio,
    request: ImportRequest,
  ): Promise<void> {
    const progress: ImportProgress = { phase: 'reading', done: 0, total: null };
    let last = { ...progress };
    stream.send(last);
    const end = this.timers.every(PROGRESS_MS, () => {
      if (last.phase === progress.phase && last.done === progress.done) return;
      last = { ...progress };
      stream.send(last);
    });
    // The HTTP request has ended, so there is no process slot to release.
    const owner = { accountId, signal: stream.signal, releaseProcessSlot: () => undefined };
    const report = await actingForAccount(accountId, () =>
      this.imports.run(owner, portfolio, request, progress),
    ).finally(end);
    await stream.write(report);
  }
}
