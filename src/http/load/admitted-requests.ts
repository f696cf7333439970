import type { Share } from './running-time.js';

/** The decision to admit a request: below the limit, or above it because its account is light. */
export type Admission = 'admit' | 'admit as light account';

const ARRIVAL = Symbol('arrival');

/** Stores the admission on the request object itself, which costs less than a table of requests. */
interface Arriving {
  [ARRIVAL]?: { readonly share: Share; readonly admission: Admission } | undefined;
}

/**
 * Requests of known callers that the overload gate admitted and that have not reached the limit of the process yet.
 * They do not count as running until the account was read; without this count, hundreds that arrive meanwhile would all
 * be admitted.
 */
export class AdmittedRequests {
  /** Number of requests in the set. */
  size = 0;
  /** Number of requests that were admitted because their account is light. */
  light = 0;

  add(request: object, share: Share, admission: Admission): void {
    (request as Arriving)[ARRIVAL] = { share, admission };
    this.size += 1;
    share.arriving += 1;
    if (admission === 'admit as light account') this.light += 1;
  }

  /**
   * Removes a request that reached the limit, or ended before it.
   * @returns how it was admitted; undefined if it was not added
   */
  remove(request: object): Admission | undefined {
    const holder = request as Arriving;
    const arrival = holder[ARRIVAL];
    if (arrival === undefined) return undefined;
    holder[ARRIVAL] = undefined;
    this.size -= 1;
    arrival.share.arriving -= 1;
    if (arrival.admission === 'admit as light account') this.light -= 1;
    return arrival.admission;
  }
}
