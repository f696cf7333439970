import { LRUCache } from 'lru-cache';
import { lazily } from '../lazily.js';

/** Values asked for on every request and allowed to be a little old. Many who ask at once cause one look-up. */
export class RecentValues<Value extends object> {
  /** Room for all values is taken when there is a first. */
  private readonly cache: () => LRUCache<string, Value>;

  /** @param options at most `max` values, each at most `ageMs` old; what is not found is looked up each time */
  constructor(
    private readonly find: (id: string) => Promise<Value | undefined>,
    { max, ageMs }: { max: number; ageMs: number },
  ) {
    this.cache = lazily(() => new LRUCache({ max, ttl: ageMs, fetchMethod: (id) => this.find(id) }));
  }

  /** At once when it is known, so that the usual case costs no turn of the event loop. */
  get(id: string): Value | undefined | Promise<Value | undefined> {
    return this.cache().get(id) ?? this.lookUp(id);
  }

  /** Looked up now, whatever is known of it; whoever asks next gets what was found. */
  async renew(id: string): Promise<Value | undefined> {
    const value = await this.lookUp(id, true);
    if (value === undefined) this.forget(id);
    return value;
  }

  private async lookUp(id: string, forceRefresh = false): Promise<Value | undefined> {
    try {
      return await this.cache().fetch(id, { forceRefresh });
    } catch (error) {
      // Forgotten while it was being looked up: what was about to be found may be older than the change, so it is asked for anew.
      if ((error as Error).message !== 'deleted') throw error;
      return this.find(id);
    }
  }

  /** The next look-up sees the change that has just been made. */
  forget(id: string): void {
    this.cache().delete(id);
  }
}
