import type { Share } from './running-time.js';

interface Arrival {
  readonly share: Share;
  readonly isLight: boolean;
}

/**
 * Requests of known callers that were let pass to the application and have not reached the limit of the process yet: until the account was read
 * they do not count as running, and hundreds that arrive meanwhile would all be let pass.
 */
export class Arrivals {
  private readonly arrivals = new Map<object, Arrival>();
  /** Those that passed because their account is light. */
  light = 0;

  get size(): number {
    return this.arrivals.size;
  }

  add(request: object, share: Share, isLight: boolean): void {
    this.arrivals.set(request, { share, isLight });
    share.arriving += 1;
    if (isLight) this.light += 1;
  }

  /** It reached the limit, or ended before. */
  remove(request: object): void {
    const arrival = this.arrivals.get(request);
    if (arrival === undefined) return;
    this.arrivals.delete(request);
    arrival.share.arriving -= 1;
    if (arrival.isLight) this.light -= 1;
  }
}
