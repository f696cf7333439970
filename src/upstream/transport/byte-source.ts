/** Receives the bytes of a source. Its methods do not throw. */
export interface ByteSink {
  /** Handles a chunk. The source reuses its memory afterwards, so data to be kept must be copied. */
  write(chunk: Buffer): void;
  /** Marks the end of the text so far: of a file, a datagram or a connection. */
  flush(): void;
}

/** A source of bytes: a connection, a port or a file. */
export interface ByteSource {
  /** True: the source is not read again after its end. */
  readonly endsForGood: boolean;
  /** The source fails after this long without data (ms). */
  readonly stallMs: number;
  /**
   * Reads until the source ends or the signal aborts (resolves), or until it fails (rejects). Opens a new sink where
   * the byte stream restarts: for each connection, and for each pass over a file.
   */
  read(signal: AbortSignal, open: () => ByteSink): Promise<void>;
}
