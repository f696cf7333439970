import { setImmediate } from 'node:timers/promises';
import { type FenceShard, shardOf } from '../fence-shard.js';
import type { WatchedFenceRepository } from '../store/watched-fence.repository.js';
import type { FenceEngine } from './fence-engine.js';
import type { TransitionOutbox } from './transition-outbox.js';

const PAGE = 250;

/** Keeps an engine up to date with the geofences in the database, which any process may change. */
export class FenceFollower {
  /** True when all geofences have been read. */
  isReady = false;
  private last = -1;

  constructor(
    private readonly repository: WatchedFenceRepository,
    private readonly outbox: TransitionOutbox,
    private readonly shard?: FenceShard,
  ) {}

  /** Applies the changes since the last call; the first call reads all geofences with their members. */
  async follow(engine: FenceEngine, now: number): Promise<void> {
    for (;;) {
      const changed = await this.repository.changedSince(this.last, PAGE);
      const page = changed.filter(({ id }) => this.isOwn(id));
      const members =
        this.isReady || page.length === 0 ? undefined : await this.repository.members(page.map(({ id }) => id));
      for (const fence of page) {
        // Searching the area of a large geofence takes milliseconds, so the event loop runs between them.
        await setImmediate();
        if (members !== undefined) engine.resume(fence, members.get(fence.id) ?? [], now);
        else if (fence.endedAt === null) engine.put(fence, now);
        if (fence.endedAt !== null) this.end(engine, fence.id, now);
      }
      this.last = changed.at(-1)?.change ?? this.last;
      if (changed.length < PAGE) break;
    }
    this.isReady = true;
  }

  /** Makes the next call of `follow` read all geofences again. */
  reset(): void {
    this.isReady = false;
    this.last = -1;
  }

  /** Ends a geofence: publishes the exits of its members, then deletes it. */
  end(engine: FenceEngine, fenceId: string, now: number): void {
    engine.end(fenceId, now);
    this.outbox.put({ type: 'ended', fenceId });
  }

  private isOwn(fenceId: string): boolean {
    return this.shard === undefined || shardOf(fenceId, this.shard.count) === this.shard.index;
  }

  /** Removes geofences that were deleted together with their account, which records no change. */
  async reconcile(engine: FenceEngine): Promise<void> {
    // A geofence that is created during the query is missing from the list, but also from the engine, since calls of
    // this class do not overlap.
    const existing = await this.repository.ids();
    for (const id of [...engine.ids()]) if (!existing.has(id)) engine.remove(id);
  }
}
