import { Service } from 'typedi';
import { LeaderLock } from '../database/leader-lock.js';
import { Log } from '../logging/log.js';
import { Timers } from '../time/timers.js';
import type { LeaderRunner } from './runner.js';

/** Interval at which a process on standby tries to become the leader (ms). */
const STANDBY_INTERVAL_MS = 2_000;
/**
 * Interval at which a leader that lost its connection tries again (ms). It is short, so that the leader resumes soon
 * after an outage of the database.
 */
const SUSPECT_INTERVAL_MS = 250;

/**
 * Elects one leader among all processes of a database and runs work there that must not run twice
 * (docs/adr/011-one-leader.md).
 *
 * `standing by`: another process leads, or the database is unreachable. `leading`: this process holds the lock, and all
 * runners run. `suspect`: the lock was lost with its connection, and its holder is unknown; runners keep reading but
 * publish nothing. The next response of the database ends this state: the process resumes and publishes the waiting
 * events, or, if another process leads or led in the meantime, it steps down.
 */
@Service()
export class Leadership {
  private state: 'standing by' | 'leading' | 'suspect' = 'standing by';
  private runners: readonly LeaderRunner[] = [];
  private trying?: Promise<void>;
  private cancelNext?: () => void;
  private isClosed = false;
  private isStandbyLogged = false;
  private isUnreachableLogged = false;

  constructor(
    private readonly lock: LeaderLock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /**
   * Elects the leader. Resolves when the leader is known and, if it is this process, all runners have started.
   * @param runners in the order of their start
   * @throws the error of the first start
   */
  async start(runners: readonly LeaderRunner[]): Promise<void> {
    this.runners = runners;
    for (const runner of runners) runner.prepare();
    await this.tryOnce();
    this.scheduleTry();
  }

  /**
   * Stops the runners in reverse order, then releases the lock.
   * @throws the first error of a stop, after all have stopped
   */
  async stop(): Promise<void> {
    this.isClosed = true;
    this.cancelNext?.();
    await this.trying?.catch(() => undefined);
    const failures: unknown[] = [];
    if (this.state === 'leading')
      for (const runner of this.runners.toReversed())
        await runner.stop().catch((error: unknown) => failures.push(error));
    else if (this.state === 'suspect') await this.stopRunners();
    this.state = 'standing by';
    await this.lock.release();
    if (failures.length > 0) throw failures[0];
  }

  /** True while this process holds the lock and its runners publish. */
  get isLeading(): boolean {
    return this.state === 'leading';
  }

  private get isSuspect(): boolean {
    return this.state === 'suspect';
  }

  /** Tries to become the leader; concurrent callers share one attempt. */
  private tryOnce(): Promise<void> {
    this.trying ??= this.elect().finally(() => {
      this.trying = undefined;
    });
    return this.trying;
  }

  private scheduleTry(): void {
    if (this.isClosed || this.state === 'leading') return;
    this.cancelNext?.();
    this.cancelNext = this.timers.after(this.state === 'suspect' ? SUSPECT_INTERVAL_MS : STANDBY_INTERVAL_MS, () =>
      this.tryAgain(),
    );
  }

  private tryAgain(): void {
    this.tryOnce()
      .catch((error: unknown) =>
        this.log.error({ component: 'leader', err: error }, 'Starting the work of the leader failed; retrying.'),
      )
      .finally(() => this.scheduleTry());
  }

  private async elect(): Promise<void> {
    if (this.state === 'leading') return;
    const answer = await this.lock.acquire(() => this.lost());
    if (this.isClosed) return;
    if (answer === 'unknown') {
      this.logUnreachable();
      return;
    }
    this.isUnreachableLogged = false;
    if (answer === 'taken') await (this.isSuspect ? this.standBy() : this.follow());
    else if (!this.isSuspect) await this.lead();
    else if (answer === 'held') this.resume();
    else await this.restart();
  }

  private async lead(): Promise<void> {
    this.changeTo('leading');
    try {
      for (const runner of this.runners) await runner.start();
    } catch (error) {
      await this.stopRunners();
      await this.lock.release();
      throw error;
    }
    this.log.info({ component: 'leader' }, 'Became leader: reading feeds.');
  }

  private resume(): void {
    this.changeTo('leading');
    this.log.info({ component: 'leader' }, 'Leadership resumed.');
  }

  /**
   * Steps down and starts again, because another process led in the meantime: its events are only in the database, so
   * the state of this process is outdated.
   */
  private async restart(): Promise<void> {
    this.log.warn(
      { component: 'leader' },
      'Leadership was interrupted and another process led; restarting the work of the leader.',
    );
    await this.stopRunners();
    await this.elect(); // stopping took a while, so the lock may be lost again
  }

  private async standBy(): Promise<void> {
    this.log.warn({ component: 'leader' }, 'Leadership lost to another process; standing by.');
    await this.stopRunners();
  }

  private async stopRunners(): Promise<void> {
    this.changeTo('standing by');
    this.isStandbyLogged = true;
    await Promise.all(this.runners.toReversed().map((runner) => runner.stepDown()));
  }

  private lost(): void {
    // A process that has stepped down, or is closing, publishes nothing anyway.
    if (this.isClosed || this.state !== 'leading') return;
    this.changeTo('suspect');
    this.log.warn({ component: 'leader' }, 'Leadership uncertain: the database connection closed.');
    this.cancelNext?.();
    this.tryAgain();
  }

  private changeTo(state: 'standing by' | 'leading' | 'suspect'): void {
    this.state = state;
    for (const runner of this.runners) runner.canPublish = state === 'leading';
  }

  /** Logs an unreachable database once per outage. */
  private logUnreachable(): void {
    if (this.isUnreachableLogged) return;
    this.isUnreachableLogged = true;
    this.log.warn(
      { component: 'leader', err: this.lock.problem },
      'Leader election failed: the database is unreachable; retrying.',
    );
  }

  private follow(): void {
    for (const runner of this.runners) runner.follow();
    if (this.isStandbyLogged) return;
    this.isStandbyLogged = true;
    this.log.info({ component: 'leader' }, 'Standing by: another process is the leader.');
  }
}
