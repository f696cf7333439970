import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import { type StreamPlace, StreamSlots } from './stream-slots.js';

/**
 * Counts in the shared store and in this process, so that the limit still holds for this process while the store is
 * unavailable. Slots taken in that time are reported to the store with the next renewal.
 */
export class FallbackStreamSlots extends StreamSlots {
  /** @param onFallback called for each slot that is counted only locally */
  constructor(
    private readonly shared: StreamSlots,
    private readonly local: StreamSlots,
    private readonly onFallback: () => void = () => {},
  ) {
    super();
  }

  async take(place: StreamPlace, limit?: number): Promise<boolean> {
    if (!(await this.local.take(place, limit))) return false;
    let taken = false;
    try {
      taken = await this.orLocally(() => this.shared.take(place, limit), true);
      return taken;
    } finally {
      if (!taken) await this.local.release(place);
    }
  }

  async count(accountId: string): Promise<number> {
    return this.orLocally(() => this.shared.count(accountId), await this.local.count(accountId));
  }

  renew(places: readonly StreamPlace[]): Promise<void> {
    return this.orLocally(() => this.shared.renew(places), undefined);
  }

  async release(place: StreamPlace): Promise<void> {
    await this.local.release(place);
    await this.orLocally(() => this.shared.release(place), undefined);
  }

  private async orLocally<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      this.onFallback();
      return otherwise;
    }
  }
}
