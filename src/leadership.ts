import { Service } from 'typedi';
import { LeaderLock } from './database/leader-lock.js';
import { Log } from './log.js';
import type { LeaderRunner } from './runner.js';
import { Timers } from './timers.js';

/** How often a process that stands by tries to have the lead (ms). */
const STANDING_BY_MS = 2_000;
/** How often one that may have lost it asks (ms): more often, so that an outage of the database changes nothing. */
const UNSURE_MS = 250;

/**
 * Of all processes of a database one leads, and what must not run twice runs there (docs/adr/011-one-leader.md).
 *
 * `standing by`: another leads, or nobody can be asked. `leading`: the lock is held, and everything runs. `unsure`: it was lost with its
 * connection, and nobody has said yet who has it now: what comes in is taken in, and nothing is told. The next answer ends that: the lead is
 * back, and what has waited is told; or another has it, or has had it meanwhile, and everything is given up.
 */
@Service()
export class Leadership {
  private state: 'standing by' | 'leading' | 'unsure' = 'standing by';
  private runners: readonly LeaderRunner[] = [];
  private looking?: Promise<void>;
  private callOff?: () => void;
  private isClosed = false;
  private isTold = false;
  private isUnknownTold = false;

  constructor(
    private readonly lock: LeaderLock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** Resolves when it is known who leads and, where it is this process, everything runs. @param runners in the order of their start. @throws what is wrong with the first start */
  async start(runners: readonly LeaderRunner[]): Promise<void> {
    this.runners = runners;
    for (const runner of runners) runner.prepare();
    await this.look();
    this.lookLater();
  }

  /** Stops what runs, the last started first, and only then lets another lead. @throws what the first stop that failed threw, when all is over */
  async stop(): Promise<void> {
    this.isClosed = true;
    this.callOff?.();
    await this.looking?.catch(() => undefined);
    const failures: unknown[] = [];
    if (this.state === 'leading') for (const runner of this.runners.toReversed()) await runner.stop().catch((error: unknown) => failures.push(error));
    else if (this.state === 'unsure') await this.leave();
    this.state = 'standing by';
    await this.lock.release();
    if (failures.length > 0) throw failures[0];
  }

  private get isUnsure(): boolean {
    return this.state === 'unsure';
  }

  /** One look at a time; whoever asks during one gets that. */
  private look(): Promise<void> {
    this.looking ??= this.ask().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private lookLater(): void {
    if (this.isClosed || this.state === 'leading') return;
    this.callOff?.();
    this.callOff = this.timers.after(this.state === 'unsure' ? UNSURE_MS : STANDING_BY_MS, () => this.lookAgain());
  }

  private lookAgain(): void {
    this.look()
      .catch((error: unknown) => this.log.error({ component: 'leader', err: error }, 'What the leader runs could not be started; it is tried again.'))
      .finally(() => this.lookLater());
  }

  private async ask(): Promise<void> {
    if (this.state === 'leading') return;
    const answer = await this.lock.acquire(() => this.lost());
    if (this.isClosed) return;
    if (answer === 'unknown') {
      this.tellUnknown();
      return;
    }
    this.isUnknownTold = false;
    if (answer === 'taken') await (this.isUnsure ? this.giveUp() : this.tellOnce());
    else if (!this.isUnsure) await this.lead();
    else if (answer === 'held') this.goOn();
    else await this.beginAnew();
  }

  private async lead(): Promise<void> {
    this.turn('leading');
    try {
      for (const runner of this.runners) await runner.start();
    } catch (error) {
      await this.leave();
      await this.lock.release();
      throw error;
    }
    this.log.info({ component: 'leader' }, 'This process leads: it reads the feeds and tells what they show.');
  }

  private goOn(): void {
    this.turn('leading');
    this.log.info({ component: 'leader' }, 'This process still leads.');
  }

  /** What another has told meanwhile is in the database alone: what this process knew before is given up first. */
  private async beginAnew(): Promise<void> {
    this.log.warn({ component: 'leader' }, 'Another process has led meanwhile: this one begins anew.');
    await this.leave();
    await this.ask(); // that took a while, and the lock may be lost by now
  }

  private async giveUp(): Promise<void> {
    this.log.warn({ component: 'leader' }, 'Another process leads now: this one stands by.');
    await this.leave();
  }

  private async leave(): Promise<void> {
    this.turn('standing by');
    this.isTold = true;
    await Promise.all(this.runners.toReversed().map((runner) => runner.abandon()));
  }

  private lost(): void {
    // Of a process that has given everything up, or is about to, nothing waits for an answer.
    if (this.isClosed || this.state !== 'leading') return;
    this.turn('unsure');
    this.log.warn({ component: 'leader' }, 'The connection that holds the lead was lost.');
    this.callOff?.();
    this.lookAgain();
  }

  private turn(state: 'standing by' | 'leading' | 'unsure'): void {
    this.state = state;
    for (const runner of this.runners) runner.mayTell = state === 'leading';
  }

  /** Once for an outage. */
  private tellUnknown(): void {
    if (this.isUnknownTold) return;
    this.isUnknownTold = true;
    this.log.warn({ component: 'leader', err: this.lock.problem }, 'It cannot be asked who leads; it is tried again.');
  }

  private tellOnce(): void {
    if (this.isTold) return;
    this.isTold = true;
    this.log.info({ component: 'leader' }, 'Another process leads: this one stands by.');
  }
}
