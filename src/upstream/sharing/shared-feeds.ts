import { Service } from 'typedi';
import { LeasedWork } from '../../coordination/leased-work.js';
import { type LeaseShare, Leases } from '../../database/leases.js';
import { Log } from '../../logging/log.js';
import { Timers } from '../../time/timers.js';
import { FeedReaders } from '../feed-readers.js';
import { FeedRegistry } from '../feed-status.js';
import type { FeedSupervisor } from '../supervisor/feed-supervisor.js';

/** Number of turns between reports of the readers of feeds; greater while there is only one process. */
const REPORT_TURNS = 2;
const REPORT_TURNS_ALONE = 5;

const NOTHING: LeaseShare = { held: new Set(), surplus: [], holders: new Map(), processes: 2 };

/**
 * Distributes sources over the processes that can read them: the process that holds the lease of a source reads it
 * (docs/adr/016-shared-feeds.md).
 *
 * The leader can read all sources; a follower can read sources that may move, while it can pass their reports on. When
 * a lease was lost with the database connection, no other process holds it yet, so the source is read until the
 * database answers again.
 */
@Service()
export class SharedFeeds extends LeasedWork {
  private readonly supervisors = new Map<string, FeedSupervisor>();
  private readonly running = new Set<string>();
  private turns = 0;

  constructor(
    private readonly leases: Leases,
    private readonly readers: FeedReaders,
    private readonly feeds: FeedRegistry,
    timers: Timers,
    log: Log,
  ) {
    super('feeds', 'Sharing feeds failed; retrying.', timers, log);
  }

  /**
   * Adds the feeds that this process could read.
   * @param supervisors not started yet; each feed is on standby until this process reads it
   */
  add(supervisors: readonly FeedSupervisor[]): void {
    for (const supervisor of supervisors) {
      this.supervisors.set(supervisor.source.feed, supervisor);
      this.feeds.standBy(supervisor.source.feed, true);
    }
  }

  /** Stops all sources and releases all leases. */
  async stop(): Promise<void> {
    await this.close();
    await this.end([...this.running]);
    await this.leases.release();
  }

  protected async renew(): Promise<boolean> {
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
    // A process that cannot read any feed needs no connection for leases.
    await this.leases.release();
    return NOTHING;
  }

  private usable(): string[] {
    const all = [...this.supervisors.values()].map(({ source }) => source);
    if (!this.canTake(this.running.size)) return [];
    if (this.isLeading) return all.map(({ feed }) => feed);
    // Sources that end for good stay with the leader: another process would start a recording from its beginning.
    return all.filter(({ endsForGood }) => endsForGood !== true).map(({ feed }) => feed);
  }

  private async apply({ held, surplus, holders, processes }: LeaseShare): Promise<void> {
    const moved = new Set(surplus);
    await this.end([...this.running].filter((name) => !held.has(name) || moved.has(name)));
    await this.leases.giveUp(surplus);
    this.begin([...held].filter((name) => !moved.has(name) && !this.running.has(name)));
    await this.exchange(processes > 1, holders).catch((err: unknown) =>
      this.log.debug({ component: 'feeds', err }, 'Readers of feeds not exchanged.'),
    );
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

  /** Publishes the readers of each feed to this process and the others. */
  private async exchange(hasOthers: boolean, holders: ReadonlyMap<string, string>): Promise<void> {
    const isDue = this.turns % (hasOthers ? REPORT_TURNS : REPORT_TURNS_ALONE) === 0;
    this.turns += 1;
    const others = hasOthers && isDue ? await this.readers.all() : undefined;
    for (const name of this.supervisors.keys()) {
      const known = others?.get(name);
      const process = this.running.has(name) ? this.leases.process : (holders.get(name) ?? known?.process);
      if (process === undefined && others === undefined) continue;
      if (process === undefined) this.feeds.readBy(name, undefined);
      else if (others !== undefined || process === this.leases.process)
        this.feeds.readBy(name, known?.process === process ? known : { process });
    }
    if (isDue)
      await this.readers.report(
        this.leases.process,
        this.feeds.list().filter(({ feed }) => this.running.has(feed)),
      );
  }
}
