import { lookup } from 'node:dns/promises';
import { askNameServers } from './name-servers.js';

/** Resolves to all addresses of a name. @throws when it has no address, or when they cannot be determined */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Resolves like the operating system, hosts file included, in its order. */
export const systemLookup: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Resolves to the addresses of a name by name servers; undefined when only the operating system, such as by its hosts
 * file, may know the name.
 */
export type Ask = (name: string) => Promise<readonly string[] | undefined>;

/**
 * Returns the resolver of the service: name servers first, then the operating system for names that they do not know.
 */
export const systemResolver = (): Resolver => new Resolver(systemLookup, 2, askNameServers);

interface UnderWay {
  addresses: Promise<readonly string[]>;
  /**
   * Number of callers that still wait. It is counted because their timers may fire earlier than expected, and `close`
   * ends the waits without a timer.
   */
  callers: number;
}

/**
 * Resolves names: first by name servers, which blocks no thread; names unknown to them by the operating system, only a
 * few at a time, because each such lookup can block a thread of the libuv pool (four by default) for many seconds and
 * cannot be canceled. Concurrent callers for one name share the result. Nothing is cached.
 */
export class Resolver {
  readonly #underWay = new Map<string, UnderWay>();
  /** Start functions of lookups that wait for a free thread. */
  readonly #queue: Array<() => void> = [];
  /** Functions that reject the waiting callers. */
  readonly #callers = new Set<() => void>();
  #free: number;

  constructor(
    private readonly lookUp: Resolve = systemLookup,
    atATime = 2,
    private readonly ask?: Ask,
  ) {
    this.#free = atATime;
  }

  /**
   * Resolves to the addresses of a name.
   * @throws when the name has no address, or the response did not arrive in time
   */
  async resolve(name: string, timeoutMs: number): Promise<readonly string[]> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new Error('The name was not resolved in time.'));
    const timer = setTimeout(giveUp, timeoutMs);
    this.#callers.add(giveUp);
    const entry = this.#shared(name);
    entry.callers += 1;
    const addresses = await Promise.race([entry.addresses, late]).finally(() => {
      clearTimeout(timer);
      this.#callers.delete(giveUp);
      entry.callers -= 1;
    });
    if (addresses.length === 0) throw new Error('The name has no address.');
    return addresses;
  }

  /** Rejects all waiting callers. */
  close(): void {
    for (const giveUp of this.#callers) giveUp();
  }

  #shared(name: string): UnderWay {
    const found = this.#underWay.get(name);
    if (found) return found;
    const entry = { addresses: this.#inTurn(name).finally(() => this.#underWay.delete(name)), callers: 0 };
    this.#underWay.set(name, entry);
    return entry;
  }

  async #inTurn(name: string): Promise<readonly string[]> {
    const known = this.ask && (await this.ask(name));
    if (known !== undefined) return known;
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    try {
      const entry = this.#underWay.get(name);
      if (entry?.callers === 0) throw new Error('Nobody waits for the name any more.');
      return await this.lookUp(name);
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
