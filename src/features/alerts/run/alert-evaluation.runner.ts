import { Service } from 'typedi';
import { LeaderRunner, type Stage } from '../../../coordination/runner.js';
import { LogChangeSignal } from '../../../events/event-change-signal.js';
import { Log } from '../../../logging/log.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { type Evaluation } from './evaluation.service.js';
import { Evaluations } from './evaluations.service.js';
import { HeldAlerts } from './held-alerts.service.js';

/**
 * Intervals (ms) of advancing the timers of rules, writing alerts, releasing held alerts, storing the heartbeat,
 * storing usage, and writing recorded prices.
 */
const ADVANCE_INTERVAL_MS = 100;
const WRITE_INTERVAL_MS = 50;
const HELD_INTERVAL_MS = SECOND_MS;
const TOUCH_INTERVAL_MS = 2 * SECOND_MS;
const USAGE_INTERVAL_MS = 10 * SECOND_MS;
const RECORD_INTERVAL_MS = 10 * SECOND_MS;
/** Maximum interval between two reads of the event log; a notification of new events causes an earlier read. */
const FOLLOW_INTERVAL_MS = SECOND_MS;

/** Evaluates the alert rules of all accounts in the leader. */
@Service()
export class AlertEvaluationRunner extends LeaderRunner {
  readonly stage: Stage = 'readers';
  private evaluation?: Evaluation;
  private ends: Array<() => void> = [];
  private stopping = new AbortController();
  private following: Promise<void> = Promise.resolve();
  private tending: Promise<void> | undefined;
  private isFailing = false;
  /** Periodic work whose last run failed. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly evaluations: Evaluations,
    private readonly held: HeldAlerts,
    private readonly changes: LogChangeSignal,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  override async start(): Promise<void> {
    const evaluation = this.evaluations.create();
    this.evaluation = evaluation;
    this.stopping = new AbortController();
    // The evaluation is not awaited, because reading thousands of rules takes seconds and needs the database.
    this.following = this.run(evaluation, this.stopping.signal);
    this.ends = [
      this.timers.every(ADVANCE_INTERVAL_MS, () => evaluation.advance()),
      this.timers.every(WRITE_INTERVAL_MS, () => void evaluation.flush(() => this.canPublish)),
      this.timers.every(HELD_INTERVAL_MS, () => this.tend('held', () => this.held.release())),
      this.timers.every(TOUCH_INTERVAL_MS, () => this.tend('touch', () => evaluation.touch())),
      this.timers.every(RECORD_INTERVAL_MS, () => void (this.canPublish && evaluation.saveTicks())),
      this.timers.every(USAGE_INTERVAL_MS, () => this.tend('usage', () => evaluation.saveUsage())),
    ];
  }

  override async stop(): Promise<void> {
    await this.halt();
    await this.evaluation?.end();
    this.evaluation = undefined;
  }

  /**
   * Stops the evaluation and discards unwritten changes: the next leader reads them from the event log or observes them
   * again.
   */
  override async stepDown(): Promise<void> {
    this.evaluation?.stopSources();
    await this.halt();
    this.evaluation?.stopSources(); // Stops sources that started while `halt` was waiting.
    this.evaluation = undefined;
  }

  /** Completes all pending work; used by tests. */
  async settle(): Promise<void> {
    const { evaluation } = this;
    await evaluation?.settled();
    while (await evaluation?.follow());
    await evaluation?.settled();
    evaluation?.advance();
    await evaluation?.flush();
    await evaluation?.saveTicks();
    await this.held.release();
  }

  private async halt(): Promise<void> {
    this.stopping.abort();
    for (const end of this.ends.splice(0)) end();
    await this.following;
    await this.tending;
  }

  private async run(evaluation: Evaluation, signal: AbortSignal): Promise<void> {
    await this.attempt(signal, async () => {
      await evaluation.begin();
      return true;
    });
    await this.attempt(signal, async () => {
      const { count } = this.changes;
      if (!(await evaluation.follow())) await this.changes.next(count, FOLLOW_INTERVAL_MS, signal);
      return false;
    });
  }

  /** Repeats work until it returns true or the evaluation stops; retries after an error. */
  private async attempt(signal: AbortSignal, work: () => Promise<boolean>): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await work()) return;
        this.isFailing = false;
      } catch (error) {
        // The error is logged only once, not at every retry.
        if (!this.isFailing)
          this.log.error({ component: 'alerts', err: error }, 'Evaluating alert rules failed; retrying.');
        this.isFailing = true;
        await this.changes.next(this.changes.count, FOLLOW_INTERVAL_MS, signal);
      }
    }
  }

  /**
   * Runs periodic work, one at a time. Work that is due while other work runs is skipped until its next interval. A
   * failure is logged only once for each name until the work succeeds.
   */
  private tend(name: string, work: () => Promise<void>): void {
    if (this.tending !== undefined || !this.canPublish) return;
    this.tending = work()
      .then(
        () => void this.failing.delete(name),
        (error: unknown) => {
          if (!this.failing.has(name))
            this.log.warn({ component: 'alerts', work: name, err: error }, 'Alert maintenance failed; retrying.');
          this.failing.add(name);
        },
      )
      .finally(() => {
        this.tending = undefined;
      });
  }
}
