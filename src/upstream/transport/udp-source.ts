import { createSocket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import type { ByteSource } from './byte-source.js';
import { type HostPort, readHostPort } from './host-port.js';

/**
 * The port is reopened after this long without data (ms). UDP has no connection, so silence means little; reopening is
 * harmless.
 */
const STALL_MS = 600_000;

/**
 * Listens on all IPv4 addresses of this machine with `udp://:10110`, and on all addresses with `udp://[::]:10110`.
 * @throws Error with a sentence for the operator
 */
export const udpSource = (line: string): ByteSource => listeningOn(readHostPort(line, 'udp'));

/**
 * Receives datagrams from any sender. Each is complete: lines of two senders never mix. Nothing is queued: the
 * operating system drops datagrams that arrive too fast.
 */
export function listeningOn({ host, port }: HostPort, onListening?: (port: number) => void): ByteSource {
  return {
    endsForGood: false,
    stallMs: STALL_MS,
    async read(signal, open) {
      if (signal.aborted) return;
      const isGroup = isMulticast(host);
      const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', reuseAddr: isGroup });
      const sink = open();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket
        .on('error', reject)
        .on(
          'message',
          orElse(reject, (datagram: Buffer) => {
            if (signal.aborted) return;
            sink.write(datagram);
            sink.flush();
          }),
        )
        .on(
          'listening',
          orElse(reject, () => {
            if (isGroup) socket.addMembership(host);
            onListening?.(socket.address().port);
          }),
        );
      const abort = () => resolve();
      signal.addEventListener('abort', abort);
      try {
        socket.bind(port, isGroup || host === '' ? undefined : host);
        await promise;
      } finally {
        signal.removeEventListener('abort', abort);
        await new Promise<void>((closed) => socket.close(closed));
      }
    },
  };
}

/** Returns an event handler that rejects on an exception, which would otherwise end the process. */
function orElse<Arguments extends unknown[]>(
  reject: (error: unknown) => void,
  handle: (...args: Arguments) => void,
): (...args: Arguments) => void {
  return (...args) => {
    try {
      handle(...args);
    } catch (error) {
      reject(error);
    }
  };
}

/** Returns true for multicast addresses (224.0.0.0/4), whose group must be joined. */
function isMulticast(host: string): boolean {
  const first = isIPv4(host) ? Number(host.split('.', 1)[0]) : 0;
  return first >= 224 && first <= 239;
}
