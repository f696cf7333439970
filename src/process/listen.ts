import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.js';
import { ConfigurationError } from '../config/environment.js';
import type { HttpConfig } from '../config/http-config.js';
import { createHttpServer } from '../http/http-server.js';
import { OpenConnections } from '../http/open-connections.js';
import { logRejectedConnections } from '../http/rejected-connections.js';
import type { StartupHandler } from '../http/startup-handler.js';
import type { Log } from '../logging/log.js';
import { answerClaim, claimPort } from './port-handover.js';

/** Advice for an address that cannot be used, by Node's error code. */
const remedies: Record<string, (http: HttpConfig) => string> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use; set SVC_PORT to another one, or 0 for any free port.`,
  EACCES: ({ port }) => `This user may not listen on port ${port}; set SVC_PORT to 1024 or above.`,
  EADDRNOTAVAIL: ({ host }) => `SVC_HOST is ${host}, which is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `SVC_HOST is ${host}, which cannot be resolved; set an address of this machine.`,
  EAI_AGAIN: ({ host }) => `SVC_HOST is ${host}, which cannot be resolved; set an address of this machine.`,
};

/** Running requests may take this long to end after the port was released (ms). */
const RELEASE_MS = 1_000;

/** An HTTP server that listens, with its open connections, so that it can be closed gracefully. */
export class Listener {
  private readonly connections: OpenConnections;

  constructor(private readonly server: Server) {
    this.connections = new OpenConnections(server);
  }

  get url(): string {
    const { address, port, family } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Stops listening and waits for running requests, for at most `finishMs`. */
  close(finishMs: number): Promise<void> {
    return this.connections.close(finishMs);
  }
}

/**
 * Listens for requests to the API. If a process without the role `api` holds the port, that process releases it.
 * @throws ConfigurationError that names the setting to change when the address cannot be used
 */
export async function listen(door: StartupHandler, config: Config, log: Log): Promise<Listener> {
  try {
    return await listenOn(door.callback(), config.http, log);
  } catch (error) {
    if (!isInUse(error) || !(await claimPort(config))) throw refusal(error, config.http);
  }
  return listenOn(door.callback(), config.http, log).catch((error: unknown) => {
    throw refusal(error, config.http);
  });
}

/**
 * Listens for probes and scrapes of metrics, in a process without the role `api`. The process continues without
 * listening if the address cannot be used, or if a process with the role `api` needs the port, because several
 * processes of one machine may have the same settings.
 */
export async function listenForMonitoring(
  door: StartupHandler,
  config: Config,
  log: Log,
): Promise<Listener | undefined> {
  const handle = door.callback();
  let listener: Listener | undefined;
  const release = () => {
    log.warn(
      { component: 'http', port: config.http.port },
      'Port released to a process with the role api; probes and metrics of this process are off.',
    );
    // The listener closes after the reply, because the claim itself is one of its requests.
    void listener?.close(RELEASE_MS);
  };
  const handleOrRelease: RequestListener = (req, res) => {
    if (!answerClaim(config, req, res, release)) handle(req, res);
  };
  try {
    listener = await listenOn(handleOrRelease, config.http, log);
    return listener;
  } catch (error) {
    const { message } = refusal(error, config.http);
    log.warn({ component: 'http', port: config.http.port }, `Probes and metrics of this process are off: ${message}`);
    return undefined;
  }
}

async function listenOn(handle: RequestListener, { port, host }: HttpConfig, log: Log): Promise<Listener> {
  const server = createHttpServer({ callback: () => handle });
  logRejectedConnections(server, log);
  const listener = new Listener(server);
  server.listen(port, host);
  await once(server, 'listening');
  return listener;
}

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

function refusal(error: unknown, http: HttpConfig): Error {
  const remedy = remedies[(error as NodeJS.ErrnoException).code ?? ''];
  return remedy === undefined ? (error as Error) : new ConfigurationError([remedy(http)]);
}
