import type { Context } from 'koa';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { HttpConfig } from '../../../config/http-config.js';

/**
 * Refuses requests that another site makes a browser send along with the refresh cookie (OWASP: Fetch Metadata first,
 * Origin next). Callers that send neither header are no browsers and carry no cookie they did not mean to.
 */
@Service()
export class CrossSiteGuard {
  private readonly origins: ReadonlySet<string>;
  /** Undefined when only the request says where the service is: then the sender of `Host` could name any site. */
  private readonly own?: string;

  constructor(config: HttpConfig) {
    this.origins = new Set(config.corsOrigins);
    this.own = config.baseUrl === undefined ? undefined : new URL(config.baseUrl).origin;
  }

  /** @throws Problem `cross_site_request` */
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
