import { Service } from 'typedi';
import { LEASE_PERIOD_MS, type LeaseShare, Leases } from '../../database/leases.js';
import { Log } from '../../log.js';
import { Timers } from '../../timers.js';
import { FeedReaders } from '../feed-readers.js';
import { FeedRegistry } from '../feed-status.js';
import type { FeedSupervisor } from '../supervisor/feed-supervisor.js';

/** After the database connection was lost, the leases are tried again this soon (ms). */
const RETRY_MS = 250;
/** A follower that cannot reach the leader for this many turns gives its feeds up. */
const MAX_CUT_OFF_TURNS = 2;
/** The readers of feeds are stored and read every so many turns: less often while there is one process. */
const REPORT_TURNS = 2;
const REPORT_TURNS_ALONE = 5;

const NOTHING: LeaseShare = { held: new Set(), surplus: [], holders: new Map(), processes: 2 };

/**
 * Shares sources out among the processes that can read them: each is read by the one that holds its lease (docs/adr/016-shared-feeds.md).
 *
 * The leader can read all sources; a follower those that may move, while it can pass their reports on. A lease that was lost with its connection is
 * not yet another's: the source is read until the database answers again.
 */
@Service()
export class SharedFeeds {
  private readonly supervisors = new Map<string, FeedSupervisor>();
  private readonly running = new Set<string>();
  private mode: 'closed' | 'leading' | 'following' = 'closed';
  private canForward: () => boolean = () => false;
  private cutOffTurns = 0;
  private turns = 0;
  private underWay: Promise<void> = Promise.resolve();
  private cancelNext?: () => void;

  constructor(
    private readonly leases: Leases,
    private readonly readers: FeedReaders,
    private readonly feeds: FeedRegistry,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  /** @param supervisors none of them started; each feed is on standby until this process reads it */
  add(supervisors: readonly FeedSupervisor[]): void {
    for (const supervisor of supervisors) {
      this.supervisors.set(supervisor.source.feed, supervisor);
      this.feeds.standBy(supervisor.source.feed, true);
    }
  }

  /** Resolves when this process reads its share, which is everything unless others read some of it. */
  async lead(): Promise<void> {
    this.mode = 'leading';
    await this.turn();
  }

  /** @param canForward whether reports reach the leader now */
  follow(canForward: () => boolean): void {
    if (this.mode === 'following') return;
    this.mode = 'following';
    this.canForward = canForward;
    void this.turn();
  }

  /** Stops every source and gives all leases up. */
  async stop(): Promise<void> {
    this.mode = 'closed';
    this.cancelNext?.();
    await this.underWay;
    await this.end([...this.running]);
    await this.leases.release();
  }

  /** One after the other. */
  private turn(): Promise<void> {
    this.cancelNext?.();
    this.underWay = this.underWay
      .then(() => this.renew())
      .catch((err: unknown) => {
        this.log.error({ component: 'feeds', err }, 'Sharing feeds failed; retrying.');
        return false;
      })
      .then((isDone) => this.schedule(isDone ? LEASE_PERIOD_MS : RETRY_MS));
    return this.underWay;
  }

  private schedule(ms: number): void {
    this.cancelNext?.();
    if (!this.isClosed) this.cancelNext = this.timers.after(ms, () => void this.turn());
  }

  /** Whether this process reads feeds for itself, and not for the leader. */
  get isLeading(): boolean {
    return this.mode === 'leading';
  }

  private get isClosed(): boolean {
    return this.mode === 'closed';
  }

  /** @returns false while the database is unreachable */
  private async renew(): Promise<boolean> {
    if (this.isClosed) return true;
    const share = await this.shareOf(this.usable());
    if (share !== undefined && !this.isClosed) await this.apply(share);
    return share !== undefined;
  }

  private async shareOf(names: readonly string[]): Promise<LeaseShare | undefined> {
    const lost = [...this.running].filter((name) => !names.includes(name));
    await this.end(lost);
    await this.leases.giveUp(lost);
    if (names.length > 0) return this.leases.renew(names, () => void this.turn());
    // What can read nothing needs no connection.
    await this.leases.release();
    return NOTHING;
  }

  private usable(): string[] {
    const all = [...this.supervisors.values()].map(({ source }) => source);
    if (this.mode === 'leading') return all.map(({ feed }) => feed);
    this.cutOffTurns = this.canForward() ? 0 : this.cutOffTurns + 1;
    // At the start a follower that cannot pass reports on takes none.
    if (this.cutOffTurns > 0 && (this.running.size === 0 || this.cutOffTurns >= MAX_CUT_OFF_TURNS)) return [];
    // A recording would begin again in another process.
    return all.filter(({ endsForGood }) => endsForGood !== true).map(({ feed }) => feed);
  }

  private async apply({ held, surplus, holders, processes }: LeaseShare): Promise<void> {
    const moved = new Set(surplus);
    await this.end([...this.running].filter((name) => !held.has(name) || moved.has(name)));
    await this.leases.giveUp(surplus);
    this.begin([...held].filter((name) => !moved.has(name) && !this.running.has(name)));
    await this.exchange(processes > 1, holders).catch((err: unknown) => this.log.debug({ component: 'feeds', err }, 'Readers of feeds not exchanged.'));
  }

  private begin(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) {
      this.running.add(name);
      this.feeds.standBy(name, false);
      this.supervisors.get(name)?.start();
    }
    this.turns = 0;
    this.log.info({ component: 'feeds', feeds: names }, 'Reading feeds.');
  }

  private async end(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) {
      this.running.delete(name);
      this.feeds.standBy(name, true);
    }
    await Promise.all(names.map((name) => this.supervisors.get(name)?.stop()));
    if (!this.isClosed) this.log.info({ component: 'feeds', feeds: names }, 'Feeds given up to another process.');
  }

  /** Shows who reads each feed, here and to the other processes. */
  private async exchange(hasOthers: boolean, holders: ReadonlyMap<string, string>): Promise<void> {
    const isDue = this.turns % (hasOthers ? REPORT_TURNS : REPORT_TURNS_ALONE) === 0;
    this.turns += 1;
    const others = hasOthers && isDue ? await this.readers.all() : undefined;
    for (const name of this.supervisors.keys()) {
      const known = others?.get(name);
      const process = this.running.has(name) ? this.leases.process : (holders.get(name) ?? known?.process);
      if (process === undefined && others === undefined) continue;
      if (process === undefined) this.feeds.readBy(name, undefined);
      else if (others !== undefined || process === this.leases.process) this.feeds.readBy(name, known?.process === process ? known : { process });
    }
    if (isDue)
      await this.readers.report(
        this.leases.process,
        this.feeds.list().filter(({ feed }) => this.running.has(feed)),
      );
  }
}
