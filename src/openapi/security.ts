import type { Route } from './routes.js';
import type { Schema } from './rules.js';

/** The two credentials, under the names clients know. */
export const securitySchemes: Record<string, Schema> = {
  BearerJWT: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of 15 minutes from `POST /api/v1/auth/login`, checked as RFC8725 asks: `Authorization: Bearer <ACCESS_TOKEN>`.',
  },
  RefreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_refresh',
    description: 'The refresh token of 14 days, HttpOnly and rotated on every use. Only the Auth group reads it.',
  },
};

/** The explicit `security` of an operation; an empty list opens it to everyone. */
export function securityOf({ access }: Route): Array<Record<string, string[]>> {
  if (access === 'authorized') return [{ BearerJWT: [] }];
  return access === 'refreshCookie' ? [{ RefreshCookie: [] }] : [];
}
