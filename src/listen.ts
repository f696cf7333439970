import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from './config/environment.js';
import type { HttpConfig } from './config/http-config.js';
import type { Doorway } from './http/doorway.js';
import { createHttpServer } from './http/http-server.js';

/** What to do about an address that cannot be listened on, by Node's error code. */
const remedies: Record<string, (http: HttpConfig) => string> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use; set SVC_PORT to another one, or 0 for any free port.`,
  EACCES: ({ port }) => `This user may not listen on port ${port}; set SVC_PORT to 1024 or above.`,
  EADDRNOTAVAIL: ({ host }) => `SVC_HOST is ${host}, which is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `SVC_HOST is ${host}, which cannot be resolved; set an address of this machine.`,
  EAI_AGAIN: ({ host }) => `SVC_HOST is ${host}, which cannot be resolved; set an address of this machine.`,
};

/** @throws ConfigurationError that says what to set when the address cannot be listened on */
export async function listen(door: Doorway, http: HttpConfig): Promise<Server> {
  const server = createHttpServer(door);
  server.listen(http.port, http.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const remedy = remedies[(error as NodeJS.ErrnoException).code ?? ''];
    throw remedy === undefined ? error : new ConfigurationError([remedy(http)]);
  }
  return server;
}

export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
