import { connect, type Socket } from 'node:net';
import type { Timers } from '../../time/timers.js';
import { UpstreamError } from '../upstream-error.js';
import type { ByteSource } from './byte-source.js';
import { type HostPort, readHostPort } from './host-port.js';
import { readStream } from './read-stream.js';

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
/** A source without data for this long (ms) fails: a lost peer cannot be distinguished from a silent one. */
const STALL_MS = 120_000;

export interface TcpOptions extends HostPort {
  timers: Timers;
  connectMs?: number;
  stallMs?: number;
}

/** Returns the source of a line such as `tcp://host:port`. @throws Error with a sentence for the operator */
export function tcpSource(line: string, timers: Timers): ByteSource {
  const { host, port } = readHostPort(line, 'tcp');
  if (host === '' || port === 0) throw new Error('must be written as tcp://host:port');
  return connectedTo({ host, port, timers });
}

/**
 * Connects to a server and reads its data; sends nothing. The end of the connection is a failure, because the
 * connection should be permanent.
 */
export function connectedTo({
  host,
  port,
  timers,
  connectMs = CONNECT_MS,
  stallMs = STALL_MS,
}: TcpOptions): ByteSource {
  return {
    endsForGood: false,
    stallMs,
    async read(signal, open) {
      const socket = await connected(
        connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }),
        timers,
        connectMs,
        signal,
      );
      if (socket === undefined) return;
      await readStream(socket, signal, open());
      if (!signal.aborted)
        throw new UpstreamError('unreachable', undefined, { detail: 'The connection was closed by its other end.' });
    },
  };
}

/**
 * Resolves to the connected socket; undefined after an abort. @throws UpstreamError `timeout`, or the reason why there
 * is no connection
 */
function connected(
  socket: Socket,
  timers: Timers,
  connectMs: number,
  signal: AbortSignal,
): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const cancelTimer = timers.after(connectMs, () => socket.destroy(new UpstreamError('timeout')));
    const abort = () => socket.destroy();
    const done = () => {
      cancelTimer();
      signal.removeEventListener('abort', abort);
      socket.off('error', reject).off('close', gone);
    };
    const gone = () => {
      done();
      resolve(undefined);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    socket
      .on('error', reject)
      .on('close', gone)
      .once('connect', () => {
        done();
        // The caller reads the socket in the next microtask, before it can emit data or an error.
        resolve(socket);
      });
  });
}
