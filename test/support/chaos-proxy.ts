import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnOwnPort } from './own-port.js';

/** `answers` are the bytes from the store to the service, `questions` the bytes from the service to the store. */
type Direction = 'both' | 'questions' | 'answers';

export interface ChaosProxy {
  port: number;
  /** Number of connections made so far. */
  readonly connections: number;
  /** From now on, accepts all bytes in both directions and passes none on. */
  stall(): void;
  /** Passes held-back bytes and all later ones on again. Also ends `garble`, `drip` and `cutAnswers`. */
  resume(): void;
  /** Silently drops the bytes of the present connections; new connections work. */
  blackHole(direction?: Direction): void;
  /**
   * Waits for a question with this text, and drops all further answers on its connection: the store acts, but the
   * service does not learn of it.
   */
  loseAnswerTo(text: string): void;
  /** Closes the server's side of the present connections without notifying the service; new connections work. */
  halfOpen(): void;
  /** Answers every question with random bytes. */
  garble(): void;
  /** Passes answers on one byte at a time. */
  drip(): void;
  /** Delays answers by this time (ms). */
  delay(ms: number): void;
  /** Resets each connection after half of its next answer. */
  cutAnswers(): void;
  /** Closes every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Listens on the same port again. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  upstream: Socket;
  drops?: Direction;
  /** Bytes that are still to be passed on one at a time. */
  held?: Buffer;
}

const DRIP_MS = 20;

/**
 * Starts a TCP relay on loopback that simulates network faults between the service and a store. The store may listen on
 * a Unix socket.
 */
export async function chaosProxy(target: { host: string; port: number } | { path: string }): Promise<ChaosProxy> {
  const pairs = new Set<Pair>();
  let fault: 'none' | 'stall' | 'garble' | 'drip' | 'cut' = 'none';
  let lost: string | undefined;
  let delayMs = 0;
  let port = 0;
  let connections = 0;
  const drips = setInterval(() => {
    for (const pair of pairs) {
      if (pair.held === undefined || pair.client.destroyed) continue;
      pair.client.write(pair.held.subarray(0, 1));
      pair.held = pair.held.length > 1 ? pair.held.subarray(1) : undefined;
    }
  }, DRIP_MS).unref();

  const answer = (pair: Pair, bytes: Buffer) => {
    const { client } = pair;
    if (fault === 'drip') {
      pair.held = Buffer.concat([pair.held ?? Buffer.alloc(0), bytes]);
    } else if (fault === 'cut') {
      client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => client.resetAndDestroy());
    } else if (pair.held !== undefined) pair.held = Buffer.concat([pair.held, bytes]);
    else if (delayMs > 0) setTimeout(() => client.writable && client.write(bytes), delayMs);
    else client.write(bytes);
  };
  const relay = (client: Socket) => {
    connections += 1;
    const upstream = connect(target);
    const pair: Pair = { client, upstream };
    pairs.add(pair);
    const isDropped = (direction: Direction) => pair.drops === 'both' || pair.drops === direction;
    client.on('data', (bytes) => {
      if (isDropped('questions')) return;
      if (lost !== undefined && bytes.includes(lost)) {
        pair.drops = 'answers';
        lost = undefined;
      }
      if (fault === 'garble') client.write(randomBytes(256));
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isDropped('answers') && fault !== 'garble') answer(pair, bytes);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        // With dropped bytes, neither side learns that the other has closed.
        if (pair.drops === undefined) other.destroy();
        if (other.destroyed) pairs.delete(pair);
      });
      if (fault === 'stall') socket.pause();
    }
  };
  const sockets = () => [...pairs].flatMap(({ client, upstream }) => [client, upstream]);
  let server = createServer(relay);
  const accept = async () => {
    server = createServer(relay);
    if (port === 0) port = await listenOnOwnPort(server);
    else await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const refuse = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets()) socket.destroy();
    await closed;
  };
  const blackHole = (direction: Direction = 'both') => {
    for (const pair of pairs) pair.drops = direction;
  };
  await accept();
  return {
    get port() {
      return port;
    },
    get connections() {
      return connections;
    },
    stall: () => {
      fault = 'stall';
      for (const socket of sockets()) socket.pause();
    },
    resume: () => {
      fault = 'none';
      for (const pair of pairs) {
        if (pair.held !== undefined) pair.client.write(pair.held);
        pair.held = undefined;
      }
      for (const socket of sockets()) socket.resume();
    },
    blackHole,
    loseAnswerTo: (text) => {
      lost = text;
    },
    halfOpen: () => {
      blackHole();
      for (const { upstream } of pairs) upstream.destroy();
    },
    garble: () => {
      fault = 'garble';
    },
    drip: () => {
      fault = 'drip';
    },
    delay: (ms) => {
      delayMs = ms;
    },
    cutAnswers: () => {
      fault = 'cut';
    },
    refuse,
    accept,
    close: async () => {
      clearInterval(drips);
      if (server.listening) await refuse();
    },
  };
}
