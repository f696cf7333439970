import type { Context, Middleware } from 'koa';
import { Problem } from '../../../api/problem.js';
import type { HttpConfig } from '../../../config/http-config.js';
import { TAXII_DISCOVERY, TAXII_ROOT, taxiiType } from './taxii-form.js';

/**
 * Returns middleware with the discovery of servers, whose path is fixed for every server. It needs no account, as
 * it only says where the API root is.
 */
export function taxiiDiscovery({ baseUrl }: HttpConfig): Middleware {
  return (ctx, next) => {
    if (ctx.path !== TAXII_DISCOVERY) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
      throw new Problem('method_not_allowed', { detail: 'Use GET.', headers: { Allow: 'GET, HEAD' } });
    ctx.vary('Accept');
    if (!ctx.accepts(taxiiType)) throw new Problem('not_acceptable', { detail: `The discovery is ${taxiiType}.` });
    const root = `${baseUrl ?? addressOf(ctx)}/api/v1${TAXII_ROOT}/`;
    ctx.body = JSON.stringify({
      title: 'Watchfloor',
      description: 'Vulnerabilities, sanctions and cases in STIX 2.1.',
      default: root,
      api_roots: [root],
    });
    ctx.type = taxiiType;
    return undefined;
  };
}

const addressOf = ({ protocol, host }: Context): string => `${protocol}://${host}`;
