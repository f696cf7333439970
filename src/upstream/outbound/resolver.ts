import { lookup } from 'node:dns/promises';
import { askNameServers } from './name-servers.js';

/** All addresses of a name. @throws when it has none, or when none could be found out */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** As the system resolves it, hosts file included, in the order it prefers. */
export const systemLookup: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Addresses, when name servers know some; undefined when only the system's own ways, such as its hosts file, may know
 * the name.
 */
export type Ask = (name: string) => Promise<readonly string[] | undefined>;

/** As the service resolves names: by the name servers, and as the system does where they know nothing. */
export const systemResolver = (): Resolver => new Resolver(systemLookup, 2, askNameServers);

interface UnderWay {
  addresses: Promise<readonly string[]>;
  /**
   * The number of callers that still wait. Counted, for a timer may fire before its time by another clock, and `close`
   * ends waiting without one.
   */
  callers: number;
}

/**
 * Resolves names: first by querying name servers, which blocks nothing; unknown names by the system resolver, a few at
 * a time, since each blocks a thread of the libuv pool (four by default) for many seconds without an answer and cannot
 * be canceled. Concurrent callers for one name share the result. Nothing is cached.
 */
export class Resolver {
  readonly #underWay = new Map<string, UnderWay>();
  /** Lookups that wait for their turn. */
  readonly #queue: Array<() => void> = [];
  /** Functions that end each caller's waiting. */
  readonly #callers = new Set<() => void>();
  #free: number;

  constructor(
    private readonly lookUp: Resolve = systemLookup,
    atATime = 2,
    private readonly ask?: Ask,
  ) {
    this.#free = atATime;
  }

  /** @throws when the name has no address, or the answer was not there in time */
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
