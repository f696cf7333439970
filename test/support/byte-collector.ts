import type { ByteSink } from '../../src/upstream/transport/byte-source.js';

/** Keeps the bytes that byte sources write, in one part for each flush. */
export class ByteCollector {
  /** The number of requested sinks. */
  opened = 0;
  bytes = 0;
  /** The text written before each flush; flushes without new text add no part. */
  readonly parts: string[] = [];
  private pending = '';

  /** @param keep false: only counts the bytes */
  constructor(private readonly keep = true) {}

  get text(): string {
    return this.parts.join('') + this.pending;
  }

  readonly open = (): ByteSink => {
    this.opened += 1;
    return {
      write: (chunk) => {
        this.bytes += chunk.length;
        if (this.keep) this.pending += chunk.toString('latin1');
      },
      flush: () => {
        if (this.pending !== '') this.parts.push(this.pending);
        this.pending = '';
      },
    };
  };
}
