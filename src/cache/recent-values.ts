interface Known<Value> {
  value: Value;
  /** Time at which the value expires, by `performance.now()` (ms). */
  expiresAt: number;
}

/** Caches values that are needed on every request and may be slightly old. Concurrent callers share one lookup. */
export class RecentValues<Value extends object> {
  /** Cached values, the oldest first. */
  private readonly known = new Map<string, Known<Value>>();
  private readonly underWay = new Map<string, Promise<Value | undefined>>();

  /**
   * @param options at most `max` values are cached, each for at most `ageMs`; ids without a value are looked up each
   * time
   */
  constructor(
    private readonly find: (id: string) => Promise<Value | undefined>,
    private readonly options: { max: number; ageMs: number },
  ) {}

  /**
   * Returns a cached value synchronously, so that the usual case costs no turn of the event loop; otherwise looks it
   * up.
   */
  get(id: string): Value | undefined | Promise<Value | undefined> {
    const known = this.known.get(id);
    return known !== undefined && performance.now() < known.expiresAt ? known.value : this.renew(id);
  }

  /** Looks the value up now, regardless of the cache, and caches it. */
  renew(id: string): Promise<Value | undefined> {
    const begun = this.underWay.get(id);
    if (begun !== undefined) return begun;
    const lookUp = this.find(id).then(
      (value) => {
        // The value was discarded during the lookup, whose result may be older than the change, so the value is looked
        // up again.
        if (this.underWay.get(id) !== lookUp) return this.find(id);
        this.underWay.delete(id);
        this.remember(id, value);
        return value;
      },
      (error) => {
        if (this.underWay.get(id) === lookUp) this.underWay.delete(id);
        throw error;
      },
    );
    this.underWay.set(id, lookUp);
    return lookUp;
  }

  /** Discards a value after a change, so that the next lookup returns the new one. */
  forget(id: string): void {
    this.known.delete(id);
    this.underWay.delete(id);
  }

  private remember(id: string, value: Value | undefined): void {
    this.known.delete(id); // so that the entry is inserted at the end
    if (value === undefined) return;
    for (const oldest of this.known.keys()) {
      if (this.known.size < this.options.max) break;
      this.known.delete(oldest);
    }
    this.known.set(id, { value, expiresAt: performance.now() + this.options.ageMs });
  }
}
