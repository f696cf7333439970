import type { Context } from 'koa';
import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';

/** Knows the address under which browsers reach the pages of the service. */
@Service()
export class PublicAddress {
  private readonly configured?: string;

  constructor(config: HttpConfig) {
    this.configured = config.baseUrl;
  }

  /**
   * Returns the public address without a trailing slash: the configured one, otherwise the one of the request, whose
   * `Host` header a caller can choose only for itself.
   */
  of(ctx: Context): string {
    return this.configured ?? `${ctx.protocol}://${ctx.host}`;
  }
}
