import { isDatabaseUnavailable } from '../../../database/database-errors.js';
import type { Log } from '../../../logging/log.js';
import { type AlertBatch, rulesIn } from './alert-batch.js';
import type { AlertWriter, Written } from './alert-writer.service.js';

export interface OutboxOptions {
  writer: AlertWriter;
  log: Log;
  now(): number;
  /**
   * Returns the next batch to write; undefined if there are no changes. It is called only after the previous batch was
   * written or rejected.
   */
  take(): AlertBatch | undefined;
  written(result: Written): void;
}

/** Writes one batch at a time. A batch that the database did not confirm is retried unchanged. */
export class AlertOutbox {
  private batch?: AlertBatch;
  /** True: the database rejected the batch as a whole, so each rule is written separately. */
  private byRule = false;
  private writing?: Promise<void>;
  private isDatabaseDown = false;
  /** Whether another process has taken over; this term may no longer write. */
  private isSuperseded = false;

  constructor(
    private readonly term: string,
    private readonly options: OutboxOptions,
  ) {}

  /** Writes until no changes are left, the database is unavailable, or `canPublish` returns false. Never rejects. */
  flush(canPublish: () => boolean = () => true): Promise<void> {
    this.writing ??= this.write(canPublish).finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(canPublish: () => boolean): Promise<void> {
    const { options } = this;
    while (!this.isSuperseded && canPublish()) {
      const batch = this.batch ?? options.take();
      if (batch === undefined) return;
      this.batch = batch;
      try {
        const now = new Date(options.now());
        const isRejection = this.byRule ? (error: unknown) => !isDatabaseUnavailable(error) : undefined;
        const result = await options.writer.write(batch, { term: this.term, now, isRejection });
        if (result === 'superseded') this.supersede();
        else this.confirm(result);
        this.finish();
        this.isDatabaseDown = false;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          if (!this.isDatabaseDown)
            options.log.warn({ component: 'alerts', err: error }, 'Alerts are queued: the database is unavailable.');
          this.isDatabaseDown = true;
          return;
        }
        this.reject(batch, error);
      }
    }
  }

  private confirm(result: Written): void {
    const { log, written } = this.options;
    for (const [ruleId, err] of result.rejected)
      log.error({ component: 'alerts', ruleId, err }, 'Alert rejected by the database.');
    written(result);
  }

  /**
   * Has each rule of a rejected batch written separately, so that a faulty rule does not prevent the others from being
   * stored. Drops a batch that is rejected again.
   */
  private reject(batch: AlertBatch, error: unknown): void {
    if (!this.byRule && rulesIn(batch).length > 0) {
      this.byRule = true;
      return;
    }
    this.finish();
    this.options.log.error({ component: 'alerts', err: error }, 'Alert evaluation state rejected by the database.');
  }

  private finish(): void {
    this.batch = undefined;
    this.byRule = false;
  }

  private supersede(): void {
    this.isSuperseded = true;
    this.options.log.warn({ component: 'alerts' }, 'Evaluation of alert rules stopped: another process took over.');
  }
}
