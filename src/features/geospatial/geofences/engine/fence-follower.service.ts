import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { WatchedFenceRepository } from '../store/watched-fence.repository.js';
import type { FenceEngine } from './fence-engine.js';
import { TransitionOutbox } from './transition-outbox.js';

const PAGE = 250;

/** Keeps an engine up to date with the fences in the database, whichever process has changed them. */
@Service()
export class FenceFollower {
  /** True when all fences are known. */
  isReady = false;
  private last = -1;

  constructor(
    private readonly repository: WatchedFenceRepository,
    private readonly outbox: TransitionOutbox,
  ) {}

  /** Takes over what has changed since the last time; the first time all fences, with their members. */
  async follow(engine: FenceEngine, now: number): Promise<void> {
    for (;;) {
      const page = await this.repository.changedSince(this.last, PAGE);
      const members = this.isReady || page.length === 0 ? undefined : await this.repository.members(page.map(({ id }) => id));
      for (const fence of page) {
        // To look around a large one takes milliseconds: others have their turn in between.
        await setImmediate();
        if (members !== undefined) engine.resume(fence, members.get(fence.id) ?? [], now);
        else if (fence.endedAt === null) engine.put(fence, now);
        if (fence.endedAt !== null) this.end(engine, fence.id, now);
      }
      this.last = page.at(-1)?.change ?? this.last;
      if (page.length < PAGE) break;
    }
    this.isReady = true;
  }

  /** The next time is the first again. */
  forget(): void {
    this.isReady = false;
    this.last = -1;
  }

  /** A fence is over: its exits are told, and then it goes. */
  end(engine: FenceEngine, fenceId: string, now: number): void {
    engine.end(fenceId, now);
    this.outbox.put({ type: 'ended', fenceId });
  }

  /** Lets go of fences that are gone altogether, as with their account. */
  async reconcile(engine: FenceEngine): Promise<void> {
    // Those that are made while the list is read are not in it, but they are not in the engine either: this process follows one thing at a time.
    const there = await this.repository.ids();
    for (const id of [...engine.ids()]) if (!there.has(id)) engine.forget(id);
  }
}
