import { Service } from 'typedi';
import { Problem } from '../../../../api/problem.js';

/** Replays of one account at a time, in a process. */
const MAX = 3;

/** The running replays of each account: each holds memory for as long as its client takes to read it. */
@Service()
export class ReplaySlots {
  private readonly counts = new Map<string, number>();

  /** The number of running replays. */
  get size(): number {
    return [...this.counts.values()].reduce((total, count) => total + count, 0);
  }

  /** @returns what gives the place back, once however often it is called @throws Problem `too_many_streams` */
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
