import { LEASE_PERIOD_MS } from '../database/leases.js';
import type { Log } from '../logging/log.js';
import type { Timers } from '../time/timers.js';

/** After a lost database connection, leases are tried again after this long (ms). */
const RETRY_MS = 250;
/** A follower without a connection to the leader for this many turns gives up its share. */
const MAX_CUT_OFF_TURNS = 2;

/**
 * Work that processes share by leases. Each process renews its leases in turns, one after the other, and starts or ends
 * work accordingly.
 */
export abstract class LeasedWork {
  private mode: 'closed' | 'leading' | 'following' = 'closed';
  private isConnected: () => boolean = () => false;
  private cutOffTurns = 0;
  private underWay: Promise<void> = Promise.resolve();
  private cancelNext?: () => void;

  /**
   * @param component field of log lines
   * @param failure message of the log line about a failed turn
   */
  protected constructor(
    private readonly component: string,
    private readonly failure: string,
    private readonly timers: Timers,
    protected readonly log: Log,
  ) {}

  /**
   * Starts as the leader, which takes all work that no other process holds. Resolves after the first turn, whether or
   * not the leases could be renewed.
   */
  async lead(): Promise<void> {
    this.mode = 'leading';
    await this.turn();
  }

  /** Starts as a follower. @param isConnected returns true while reports pass between the leader and this process */
  follow(isConnected: () => boolean): void {
    if (this.mode === 'following') return;
    this.mode = 'following';
    this.isConnected = isConnected;
    void this.turn();
  }

  get isLeading(): boolean {
    return this.mode === 'leading';
  }

  protected get isClosed(): boolean {
    return this.mode === 'closed';
  }

  /** Renews the leases, and starts or ends work accordingly. @returns false while the database is unreachable */
  protected abstract renew(): Promise<boolean>;

  /** Runs a turn, after the current one has ended. */
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
   * Returns true if this process may have a share of the work. Called once per turn. The leader may always have one; a
   * follower that is not connected takes no new share, and gives up its share after `MAX_CUT_OFF_TURNS` turns.
   * @param has number of leases that this process holds
   */
  protected canTake(has: number): boolean {
    if (this.isLeading) return true;
    this.cutOffTurns = this.isConnected() ? 0 : this.cutOffTurns + 1;
    return this.cutOffTurns === 0 || (has > 0 && this.cutOffTurns < MAX_CUT_OFF_TURNS);
  }

  /** Ends the turns. Resolves when the last one has ended. */
  protected close(): Promise<void> {
    this.mode = 'closed';
    this.cancelNext?.();
    return this.underWay;
  }
}
