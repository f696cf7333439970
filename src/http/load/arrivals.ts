import type { Share } from './running-time.js';

/** How a request is let in; above the limit only because its account is light. */
export type Admission = 'admit' | 'admit light';

interface Arrival {
  readonly share: Share;
  readonly admission: Admission;
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

  add(request: object, share: Share, admission: Admission): void {
    this.arrivals.set(request, { share, admission });
    share.arriving += 1;
    if (admission === 'admit light') this.light += 1;
  }

  /** It reached the limit, or ended before. @returns how it was let pass; undefined when it is not known */
  remove(request: object): Admission | undefined {
    const arrival = this.arrivals.get(request);
    if (arrival === undefined) return undefined;
    this.arrivals.delete(request);
    arrival.share.arriving -= 1;
    if (arrival.admission === 'admit light') this.light -= 1;
    return arrival.admission;
  }
}
