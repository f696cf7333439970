import type { Middleware } from 'koa';

/** Returns the security headers of every response, as pairs of name and value. */
export const securityHeaderPairs = (production: boolean): ReadonlyArray<readonly [string, string]> => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ...(production ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const] : []),
];

/** Sets the security headers of every response. Pages (docs) replace the Content-Security-Policy with their own. */
export function securityHeaders(production: boolean): Middleware {
  const pairs = securityHeaderPairs(production);
  return (ctx, next) => {
    for (const [name, value] of pairs) ctx.res.setHeader(name, value);
    return next();
  };
}
