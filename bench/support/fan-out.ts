// Messages between the parent of a fan-out bench, its servers and its readers.

/** Tell so many messages: one every `gapMs`, or with 0 as fast as the process can. */
export interface TellOrder {
  count: number;
  gapMs: number;
}

/** The report of a server when all is sent, or its present state when `count` is 0. */
export interface ServerReport {
  /** User and system time since the last report (µs). */
  cpuMicros: number;
  /** Resident memory, and heap in use after collecting (bytes). */
  rss: number;
  heapUsed: number;
}

export interface ReadersReport {
  /** Messages received by all readers together. */
  received: number;
  /** From the first to the last message, ms. */
  tookMs: number;
  /** Delay from sending to receipt, of each message at each reader (ms). */
  delays: number[];
}

/** A message of the size of a quote. `at` is when it was told, by the machine's monotonic clock (µs). */
export const quoteAt = (at: number) => ({
  symbol: 'AAPL.US',
  price: 101.25,
  currency: 'USD',
  changePercent: -0.4,
  volume: 51_230_400,
  source: 'simulator',
  at,
});

/** The monotonic clock, the same in every process of the machine (µs). */
export const nowMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Called within a server: obeys the parent. `tell` sends one message to every stream. */
export function obeyFanOut(port: number, token: string | undefined, tell: (quote: object) => void): void {
  let usage = process.cpuUsage();
  process.on('message', async ({ count, gapMs }: TellOrder) => {
    for (let told = 0; told < count; told += 1) {
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
