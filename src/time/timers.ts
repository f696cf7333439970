/** The one way of real-time features to be called later, so that tests and virtual time can stand in for it. */
export abstract class Timers {
  /** Calls once, after `ms`. @returns what calls it off */
  abstract after(ms: number, run: () => void): () => void;
  /** Calls again and again. @returns what ends it */
  abstract every(ms: number, run: () => void): () => void;
}

/** The timers of the machine. None of them keeps the process alive. */
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
