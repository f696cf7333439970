interface Known<Value> {
  value: Value;
  /** By `performance.now()` (ms). */
  expiresAt: number;
}

/** Caches values that are needed on every request and may be slightly old. Concurrent callers share one lookup. */
export class RecentValues<Value extends object> {
  /** In the order in which they were found. */
  private readonly known = new Map<string, Known<Value>>();
  private readonly underWay = new Map<string, Promise<Value | undefined>>();

  /**
   * @param options at most `max` values, each at most `ageMs` old; values that are not found are looked up each time
   */
  constructor(
    private readonly find: (id: string) => Promise<Value | undefined>,
    private readonly options: { max: number; ageMs: number },
  ) {}

  /** At once when it is known, so that the usual case costs no turn of the event loop. */
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
        // The value was discarded during the lookup, and the result may be older than the change: the value is looked
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

  /** The next look-up sees the change that has just been made. */
  forget(id: string): void {
    this.known.delete(id);
    this.underWay.delete(id);
  }

  private remember(id: string, value: Value | undefined): void {
    this.known.delete(id); // so that it is put in last
    if (value === undefined) return;
    for (const oldest of this.known.keys()) {
      if (this.known.size < this.options.max) break;
      this.known.delete(oldest);
    }
    this.known.set(id, { value, expiresAt: performance.now() + this.options.ageMs });
  }
}
