/** Takes what a byte source reads. Neither throws. */
export interface ByteSink {
  /** The bytes are the source's again when it returns: what is kept of them is copied. */
  write(chunk: Buffer): void;
  /** Ends the text so far: the end of a file, of a datagram, of a connection. */
  flush(): void;
}

/** Somewhere bytes come from: a connection, a port, a file. */
export interface ByteSource {
  /** True: its end is final. */
  readonly endsForGood: boolean;
  /** A silence of this long (ms) counts as a failure. */
  readonly stallMs: number;
  /**
   * Reads until it ends or is aborted (resolves) or fails (rejects). Opens a new sink wherever the byte stream
   * restarts: for each connection, for each pass of a file.
   */
  read(signal: AbortSignal, open: () => ByteSink): Promise<void>;
}
