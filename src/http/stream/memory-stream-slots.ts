import { type StreamPlace, StreamSlots } from './stream-slots.js';

/** The stream slots of this process alone. They need no renewal, because they end with the process. */
export class MemoryStreamSlots extends StreamSlots {
  readonly #held = new Map<string, Set<string>>();

  /** @param perAccount maximum number of open streams of an account */
  constructor(private readonly perAccount: number) {
    super();
  }

  /** Number of accounts with an open stream. */
  get size(): number {
    return this.#held.size;
  }

  async take({ accountId, id }: StreamPlace, limit = this.perAccount): Promise<boolean> {
    const held = this.#held.get(accountId) ?? new Set();
    if (held.size >= limit) return false;
    this.#held.set(accountId, held.add(id));
    return true;
  }

  async count(accountId: string): Promise<number> {
    return this.#held.get(accountId)?.size ?? 0;
  }

  async renew(): Promise<void> {}

  async release({ accountId, id }: StreamPlace): Promise<void> {
    const held = this.#held.get(accountId);
    held?.delete(id);
    if (held?.size === 0) this.#held.delete(accountId);
  }
}
