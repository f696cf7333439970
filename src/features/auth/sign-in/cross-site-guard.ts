import type { Context } from 'koa';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { HttpConfig } from '../../../config/http-config.js';

/**
 * Rejects requests that another site makes a browser send together with the refresh cookie (OWASP: Fetch Metadata
 * first, then `Origin`). Callers that send neither header are not browsers, so other sites cannot make them send
 * cookies.
 */
@Service()
export class CrossSiteGuard {
  private readonly origins: ReadonlySet<string>;
  /** Origin of this service; undefined if only the request's `Host` header names it, which its sender could forge. */
  private readonly own?: string;

  constructor(config: HttpConfig) {
    this.origins = new Set(config.corsOrigins);
    this.own = config.baseUrl === undefined ? undefined : new URL(config.baseUrl).origin;
  }

  /** Rejects a request from another site. @throws Problem `cross_site_request` */
  check(ctx: Context): void {
    const origin = ctx.get('Origin');
    const site = ctx.get('Sec-Fetch-Site');
    const listed =
      origin !== '' && (this.origins.has(origin) || origin === (this.own ?? `${ctx.protocol}://${ctx.host}`));
    if (listed || site === 'same-origin' || (site === '' && origin === '') || (site === 'none' && origin === ''))
      return;
    throw new Problem('cross_site_request', {
      detail: "Call from the service's own pages, or list the origin in SVC_CORS_ORIGINS.",
    });
  }
}
