import { Connection, sleep } from '../../clients/typescript/src/connection.js';
import { Problem } from '../../clients/typescript/src/problem.js';
import { type Invocation, type Option, UsageError } from '../commands/command.js';
import { CredentialsFile } from './credentials-file.js';

export const urlOption: Option = {
  value: 'URL',
  meaning: 'of the service; otherwise WATCHFLOOR_URL, port SVC_PORT of this machine, or where you signed in last',
};

const DEFAULT_PORT = 3000;

/**
 * Returns the URL of the service: the option, WATCHFLOOR_URL, port SVC_PORT of this machine, the service last signed in
 * to, or the default port of this machine.
 * @throws UsageError
 */
export function serverUrl({ options, terminal: { env } }: Invocation, file: CredentialsFile): string {
  const url = options.url || env.WATCHFLOOR_URL || localUrl(env.SVC_PORT, file) || `http://127.0.0.1:${DEFAULT_PORT}`;
  if (!/^https?:\/\/[^/\s]+/.test(url))
    throw new UsageError(`${url} is not the URL of a service, such as http://127.0.0.1:3000.`);
  return url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** Returns the URL that was signed in to last, or a URL of this machine with another port if `port` is set. */
function localUrl(port: string | undefined, file: CredentialsFile): string | undefined {
  const { current } = file.read();
  if (!port) return current;
  const isSame =
    current !== undefined && new RegExp(`^https?://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]):${port}$`).test(current);
  return isSame ? current : `http://127.0.0.1:${port}`;
}

/**
 * Connects to the service with the key of WATCHFLOOR_KEY, or with the credentials of `login`. Reports waits on standard
 * error.
 */
export function openConnection(invocation: Invocation): Connection {
  const { terminal } = invocation;
  const { WATCHFLOOR_KEY: givenKey } = terminal.env;
  const file = new CredentialsFile(terminal.env);
  const url = serverUrl(invocation, file);
  const entry = file.read().servers[url];
  const key = givenKey || entry?.key;
  return new Connection({
    url,
    credentials: key ? { key } : undefined,
    store: givenKey || entry === undefined ? undefined : file.storeOf(url),
    fetch: terminal.fetch,
    maxRetries: 1,
    wait: async (ms, reason, signal) => {
      terminal.err(
        `${reason instanceof Problem ? reason.title : 'The connection was lost'}; trying again in ${Math.ceil(ms / 1000)} s.\n`,
      );
      await (terminal.wait ?? sleep)(ms, signal);
    },
  });
}
