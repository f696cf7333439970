import { Resolver as NameServers } from 'node:dns/promises';

/** Timeout of a query (ms); each server is queried twice. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;

/** Error codes after which the system resolver may still know the name. A timeout (`ETIMEOUT`) is not one of them. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED', 'ENOTIMP', 'EBADNAME', 'ESERVFAIL']);

/**
 * Resolves to the addresses of a name from the name servers, of both families; undefined when they do not know it. Runs
 * on the event loop, without a thread.
 * @throws when the name servers do not answer
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
