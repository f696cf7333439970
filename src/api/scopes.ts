import type { EndpointDescription } from './endpoint.js';
import { tags } from './tags.js';

/** Groups without scopes: Health is public, and Debug is only for people. */
const withoutScopes = ['health', 'debug'];

/** All scopes of personal keys: for each group of the API one for reading and one for writing. */
export const scopes: readonly string[] = Object.keys(tags)
  .filter((tag) => !withoutScopes.includes(tag))
  .flatMap((tag) => [`${tag}:read`, `${tag}:write`]);

/**
 * Returns the scope that a personal key needs for an operation: one of `scopes`; `any` when every key may call it;
 * `session` when no key may. Default by group and method: GET reads, other methods write; `@Endpoint({ scope })`
 * overrides it.
 */
export function scopeOf({ scope }: EndpointDescription, tag: string, method: string): string {
  if (scope === 'any' || scope === 'session') return scope;
  const needed = `${tag}:${scope ?? (method.toUpperCase() === 'GET' ? 'read' : 'write')}`;
  return scopes.includes(needed) ? needed : 'session';
}

/**
 * Groups that still accept writes in read-only mode: operators must be able to act, and accounts to sign in and manage
 * their credentials.
 */
const withoutReadOnly = ['admin', 'auth', 'debug'];

/**
 * Returns true if read-only mode rejects an operation, because it writes by its method and scope. An operation that
 * only computes is a POST with the scope for reading.
 */
export function isRefusedWhenReadOnly(endpoint: EndpointDescription, tag: string, method: string): boolean {
  const scope = scopeOf(endpoint, tag, method);
  const reads = method.toUpperCase() === 'GET' || scope === 'any' || scope.endsWith(':read');
  return !reads && !withoutReadOnly.includes(tag);
}
