// Messages between the parent of a fan-out bench, its servers and its readers.

/** Sends `count` messages: one every `gapMs`, or as fast as possible if `gapMs` is 0. */
export interface TellOrder {
  count: number;
  gapMs: number;
}

/** Report of a server after all messages are sent. With `count` 0, it reports its present state. */
export interface ServerReport {
  /** User and system time since the last report (µs). */
  cpuMicros: number;
  /** Resident memory, and used heap after a garbage collection (bytes). */
  rss: number;
  heapUsed: number;
}

export interface ReadersReport {
  /** Number of messages received by all readers together. */
  received: number;
  /** Time from the first to the last message (ms). */
  tookMs: number;
  /** Delay from sending to receipt, of each message at each reader (ms). */
  delays: number[];
}

/** Returns a message of the size of a quote. @param at time of sending by the machine's monotonic clock (µs) */
export const quoteAt = (at: number) => ({
  symbol: 'AAPL.US',
  price: 101.25,
  currency: 'USD',
  changePercent: -0.4,
  volume: 51_230_400,
  source: 'simulator',
  at,
});

/** The machine's monotonic clock, which all processes share (µs). */
export const nowMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Runs in a server process: sends messages on the parent's orders. `tell` sends one message to every stream. */
export function obeyFanOut(port: number, token: string | undefined, tell: (quote: object) => void): void {
  let usage = process.cpuUsage();
  process.on('message', async ({ count, gapMs }: TellOrder) => {
    for (let reported = 0; reported < count; reported += 1) {
      tell(quoteAt(nowMicros()));
      await new Promise((resolve) => (gapMs > 0 ? setTimeout(resolve, gapMs) : setImmediate(resolve)));
    }
    const { user, system } = process.cpuUsage(usage);
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    usage = process.cpuUsage();
    process.send?.({ cpuMicros: user + system, rss, heapUsed } satisfies ServerReport);
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ port, token });
}
