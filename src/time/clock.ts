/** The only source of time, so that tests and virtual time can replace it. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch. */
  abstract now(): number;
}

/** The machine's wall clock. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
