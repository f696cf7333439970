import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection that passes on at most a number of bytes of its peer. If the peer sends more, the connection is
 * destroyed before a parser gets them: a chunk of 64 KB with the smallest packets would keep it busy for seconds.
 */
export class LimitedStream extends Duplex {
  #received = 0;

  constructor(
    private readonly peer: Socket,
    maxBytes: number,
    onExceeded: () => void,
  ) {
    super();
    peer
      .on('data', (chunk: Buffer) => {
        this.#received += chunk.length;
        if (this.#received > maxBytes) {
          onExceeded();
          this.destroy();
        } else this.push(chunk);
      })
      .on('end', () => this.push(null))
      .on('close', () => this.destroy());
  }

  // The limit on all bytes also limits how many can wait to be read.
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.peer.write(chunk, callback);
  }

  override _final(callback: () => void): void {
    this.peer.end();
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.peer.destroy();
    callback(error);
  }
}
