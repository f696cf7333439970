import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '../../../database/database-errors.js';
import type { Log } from '../../../logging/log.js';
import type { AlertBatch } from './alert-batch.js';
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
  /** Parts of a rejected batch, one for each of its rules, still to be written. */
  private parts: AlertBatch[] = [];
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
      const batch = this.batch ?? this.parts.shift() ?? options.take();
      if (batch === undefined) return;
      this.batch = batch;
      try {
        const result = await options.writer.write(batch, this.term, new Date(options.now()));
        if (result === 'superseded') this.supersede();
        else options.written(result);
        this.batch = undefined;
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

  /**
   * Splits a rejected batch by rule, so that one faulty rule does not prevent the changes of the others from being
   * stored.
   */
  private reject(batch: AlertBatch, error: unknown): void {
    this.batch = undefined;
    const rules = [...new Set([...batch.transitions.map(({ ruleId }) => ruleId), ...batch.states.keys()])];
    if (rules.length > 1) this.parts.push(...rules.map((ruleId) => partOf(batch, ruleId)));
    else
      this.options.log.error({ component: 'alerts', ruleId: rules[0], err: error }, 'Alert rejected by the database.');
  }

  private supersede(): void {
    this.isSuperseded = true;
    this.options.log.warn({ component: 'alerts' }, 'Evaluation of alert rules stopped: another process took over.');
  }
}

function partOf({ transitions, states, position }: AlertBatch, ruleId: string): AlertBatch {
  const state = states.get(ruleId);
  return {
    id: randomUUID(),
    transitions: transitions.filter((transition) => transition.ruleId === ruleId),
    states: new Map(state === undefined ? [] : [[ruleId, state]]),
    position,
  };
}
