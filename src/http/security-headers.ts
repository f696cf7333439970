import type { Middleware } from 'koa';

/** Headers every answer carries. Pages (docs) replace the content policy with their own. */
export function securityHeaders(production: boolean): Middleware {
  return (ctx, next) => {
    const { res } = ctx;
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (production) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    return next();
  };
}
