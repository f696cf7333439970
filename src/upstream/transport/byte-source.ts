/** Takes what a byte source reads. Neither throws. */
export interface ByteSink {
  /** The bytes are the source's again when it returns: what is kept of them is copied. */
  write(chunk: Buffer): void;
  /** What was written so far is whole: the end of a file, of a datagram, of a connection. */
  flush(): void;
}

/** Somewhere bytes come from: a connection, a port, a file. */
export interface ByteSource {
  /** True: its end is final. */
  readonly endsForGood: boolean;
  /** How long (ms) its silence may last before something is wrong with it. */
  readonly stallMs: number;
  /**
   * Reads until it ends or is aborted (resolves) or fails (rejects). It asks for a sink wherever bytes begin that do not go on from those
   * before: with each connection, with each turn of a file.
   */
  read(signal: AbortSignal, open: () => ByteSink): Promise<void>;
}
