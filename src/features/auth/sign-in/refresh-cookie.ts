import type { Context } from 'koa';
import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import { ServiceConfig } from '../../../config/service-config.js';

export const REFRESH_COOKIE = 'svc_refresh';
const PATH = '/api/v1/auth';
/** Maximum age of the cookie: 14 days from each rotation. */
const MAX_AGE_SECONDS = 1_209_600;

/** Sends and reads the refresh token as a cookie that scripts cannot read and browsers send only to the auth group. */
@Service()
export class RefreshCookie {
  private readonly secure: string;

  constructor(service: ServiceConfig, http: HttpConfig) {
    // Plain HTTP outside production means a developer's machine, whose browser would not send a Secure cookie back.
    this.secure = service.production || http.baseUrl?.startsWith('https:') ? ' Secure;' : '';
  }

  read(ctx: Context): string | undefined {
    for (const pair of (ctx.req.headers.cookie ?? '').split(';')) {
      const equals = pair.indexOf('=');
      if (pair.slice(0, equals).trim() === REFRESH_COOKIE) return pair.slice(equals + 1).trim();
    }
    return undefined;
  }

  write(ctx: Context, token: string): void {
    this.set(ctx, token, MAX_AGE_SECONDS);
  }

  clear(ctx: Context): void {
    this.set(ctx, '', 0);
  }

  private set(ctx: Context, value: string, maxAge: number): void {
    ctx.set(
      'Set-Cookie',
      `${REFRESH_COOKIE}=${value}; HttpOnly;${this.secure} SameSite=Strict; Path=${PATH}; Max-Age=${maxAge}`,
    );
  }
}
