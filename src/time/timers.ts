/** The only source of timers for real-time features, so that tests and virtual time can replace it. */
export abstract class Timers {
  /** Calls `run` once, after `ms`. @returns a function that cancels the call */
  abstract after(ms: number, run: () => void): () => void;
  /** Calls `run` every `ms`. @returns a function that ends the calls */
  abstract every(ms: number, run: () => void): () => void;
}

/** The machine's timers. They do not keep the process alive. */
export class SystemTimers extends Timers {
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  }

  every(ms: number, run: () => void): () => void {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  }
}
