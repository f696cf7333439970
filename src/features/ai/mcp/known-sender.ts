import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../../api/problem.js';
import type { HttpConfig } from '../../../config/http-config.js';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects unknown hosts and origins, to protect from web pages that point their host name at this service (DNS
 * rebinding). A missing `Origin` is allowed, because programs send no origin.
 * @param hosts further known host names, without ports
 * @throws Problem `forbidden`
 */
export function assertKnownSender(
  { host = '', origin }: IncomingHttpHeaders,
  { publicUrl, corsOrigins }: HttpConfig,
  hosts: readonly string[],
): void {
  const own = publicUrl === '' ? [] : [new URL(publicUrl).hostname];
  const isKnown = (name: string | undefined) => name !== undefined && [...LOCAL, ...own, ...hosts].includes(name);
  if (!isKnown(hostnameOf(`http://${host}`)))
    throw new Problem('forbidden', {
      detail: 'This Host is not known here. The operator can allow it with SVC_BASE_URL or SVC_MCP_HOSTS.',
    });
  if (origin !== undefined && !corsOrigins.includes(origin) && !isKnown(hostnameOf(origin)))
    throw new Problem('forbidden', {
      detail: 'This Origin is not known here. The operator can allow it with SVC_CORS_ORIGINS.',
    });
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);
