import { Resolver as NameServers } from 'node:dns/promises';

/** Timeout of a query (ms); a server is queried twice. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/**
 * Errors of servers, or of the library, for a name that the system may still know otherwise. Silence (`ETIMEOUT`) is
 * not among them.
 */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED', 'ENOTIMP', 'EBADNAME', 'ESERVFAIL']);

/**
 * The addresses that name servers give a name, of both families; undefined when they know none. Runs on the event loop,
 * in no thread.
 * @throws when they do not answer
 */
export async function askNameServers(
  name: string,
  servers: Pick<NameServers, 'resolve4' | 'resolve6'> = new NameServers({ timeout: TIMEOUT_MS, tries: TRIES }),
): Promise<readonly string[] | undefined> {
  const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const silence = answers.find(
    (answer) => answer.status === 'rejected' && !unknown.has((answer.reason as { code?: string }).code ?? ''),
  );
  if (silence !== undefined) throw (silence as PromiseRejectedResult).reason;
  return undefined;
}
