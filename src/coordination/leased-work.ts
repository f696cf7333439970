import { LEASE_PERIOD_MS } from '../database/leases.js';
import type { Log } from '../logging/log.js';
import type { Timers } from '../time/timers.js';

/** After the database connection was lost, the leases are tried again this soon (ms). */
const RETRY_MS = 250;
/** A follower that is cut off from the leader for this many turns gives up what it has. */
const MAX_CUT_OFF_TURNS = 2;

/**
 * Work that processes share by leases. Each process renews its leases in turns, one after the other, and begins and
 * ends what they give and take.
 */
export abstract class LeasedWork {
  private mode: 'closed' | 'leading' | 'following' = 'closed';
  private isConnected: () => boolean = () => false;
  private cutOffTurns = 0;
  private underWay: Promise<void> = Promise.resolve();
  private cancelNext?: () => void;

  /**
   * @param component of log lines
   * @param failure the log line about a turn that failed
   */
  protected constructor(
    private readonly component: string,
    private readonly failure: string,
    private readonly timers: Timers,
    protected readonly log: Log,
  ) {}

  /** Resolves when this process has its share, which is everything unless others have some of it. */
  async lead(): Promise<void> {
    this.mode = 'leading';
    await this.turn();
  }

  /** @param isConnected whether reports pass between the leader and this process now */
  follow(isConnected: () => boolean): void {
    if (this.mode === 'following') return;
    this.mode = 'following';
    this.isConnected = isConnected;
    void this.turn();
  }

  /** Whether this process works for itself, and not for the leader. */
  get isLeading(): boolean {
    return this.mode === 'leading';
  }

  protected get isClosed(): boolean {
    return this.mode === 'closed';
  }

  /** Begins and ends what the leases say. @returns false while the database is unreachable */
  protected abstract renew(): Promise<boolean>;

  /** Begins a turn after the one that is under way. */
  protected turn(): Promise<void> {
    this.cancelNext?.();
    this.underWay = this.underWay
      .then(() => this.renew())
      .catch((err: unknown) => {
        this.log.error({ component: this.component, err }, this.failure);
        return false;
      })
      .then((isDone) => {
        this.cancelNext?.();
        if (!this.isClosed)
          this.cancelNext = this.timers.after(isDone ? LEASE_PERIOD_MS : RETRY_MS, () => void this.turn());
      });
    return this.underWay;
  }

  /**
   * Asked once a turn: whether this process can have a share. At the start a follower that is cut off takes none.
   * @param has what it has now
   */
  protected canTake(has: number): boolean {
    if (this.isLeading) return true;
    this.cutOffTurns = this.isConnected() ? 0 : this.cutOffTurns + 1;
    return this.cutOffTurns === 0 || (has > 0 && this.cutOffTurns < MAX_CUT_OFF_TURNS);
  }

  /** Resolves when no turn is under way, and none will be. */
  protected close(): Promise<void> {
    this.mode = 'closed';
    this.cancelNext?.();
    return this.underWay;
  }
}
