import { Service } from 'typedi';
import { Problem } from '../../../../api/problem.js';

/** Maximum number of concurrent replays of one account in a process. */
const MAX = 3;

/** Limits the running replays of each account; a replay holds memory until its client has read it. */
@Service()
export class ReplaySlots {
  private readonly counts = new Map<string, number>();

  /** Number of running replays of all accounts. */
  get size(): number {
    return [...this.counts.values()].reduce((total, count) => total + count, 0);
  }

  /**
   * Occupies a slot.
   * @returns a function that releases the slot; further calls do nothing
   * @throws Problem `too_many_streams`
   */
  take(accountId: string): () => void {
    const count = this.counts.get(accountId) ?? 0;
    if (count >= MAX)
      throw new Problem('too_many_streams', {
        detail: `At most ${MAX} replays of an account run at a time; read one to its end first.`,
        headers: { 'Retry-After': '10' },
      });
    this.counts.set(accountId, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.counts.get(accountId) as number) - 1;
      if (left === 0) this.counts.delete(accountId);
      else this.counts.set(accountId, left);
    };
  }
}
