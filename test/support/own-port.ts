import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Range of the ports: below the ephemeral ports of operating systems (Linux from 32768 on, others from 49152). */
const [first, last] = [20_000, 32_000];

/**
 * Listens on loopback at a port that can be released and used again. A port chosen by the system could be taken by any
 * other connection meanwhile.
 */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const port = randomInt(first, last);
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === 100) throw error;
    }
  }
}

/** Returns a free port, for a program that needs one in its configuration. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  server.close();
  await once(server, 'close');
  return port;
}
