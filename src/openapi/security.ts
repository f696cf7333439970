import type { Schema } from '../api/rules.js';
import type { Route } from '../http/route/routes.js';

/** The two kinds of credentials, under the names that clients know. */
export const securitySchemes: Record<string, Schema> = {
  BearerJWT: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token from `POST /api/v1/auth/login`, or for a personal key from `POST /api/v1/auth/token`, ' +
      'valid for 15 minutes and checked as RFC8725 requires: ' +
      '`Authorization: Bearer <ACCESS_TOKEN>`. A person may do everything that the role allows; a personal key ' +
      'needs the scope that the operation names (`x-scope`).',
  },
  RefreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_refresh',
    description:
      'The refresh token, valid for 14 days, HttpOnly and rotated on every use. Only Auth operations read it.',
  },
};

/**
 * Returns the explicit `security` of an operation. For an open operation it is the empty requirement, which, unlike an
 * empty list, shows that the operation is open on purpose.
 */
export function securityOf({ access }: Route): Array<Record<string, string[]>> {
  if (access === 'authorized') return [{ BearerJWT: [] }];
  return access === 'refreshCookie' ? [{ RefreshCookie: [] }] : [{}];
}
