/**
 * Runs work with the same key one after the other. If a call fails because the upstream is down, the calls queued
 * behind it fail with the same error.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * @param concernsOneCall returns true for an error that says nothing about the queued calls, which then run anyway
   */
  constructor(private readonly concernsOneCall: (error: unknown) => boolean = () => false) {}

  /** Number of keys with work in progress. */
  get size(): number {
    return this.last.size;
  }

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key);
    const run =
      before === undefined
        ? work()
        : before.then(work, (error) => (this.concernsOneCall(error) ? work() : Promise.reject(error)));
    this.last.set(key, run);
    const release = () => {
      if (this.last.get(key) === run) this.last.delete(key);
    };
    run.then(release, release);
    return run;
  }
}
