import type { EndpointDescription } from './endpoint.js';
import { tags } from './tags.js';

/** Health is public, and Debug is for people alone. */
const withoutScopes = ['health', 'debug'];

/** Everything that a personal key can be allowed to do: the groups of the API, each for reading or for writing. */
export const scopes: readonly string[] = Object.keys(tags)
  .filter((tag) => !withoutScopes.includes(tag))
  .flatMap((tag) => [`${tag}:read`, `${tag}:write`]);

/**
 * Returns the scope that an operation needs of a personal key: one of `scopes`; `any` when every key may call it;
 * `session` when no key may. Follows from group and method: GET reads, other methods write. `@Endpoint({ scope })` says
 * otherwise.
 */
export function scopeOf({ scope }: EndpointDescription, tag: string, method: string): string {
  if (scope === 'any' || scope === 'session') return scope;
  const needed = `${tag}:${scope ?? (method.toUpperCase() === 'GET' ? 'read' : 'write')}`;
  return scopes.includes(needed) ? needed : 'session';
}

/** Groups that go on in read-only mode: operators act, and everyone signs in and looks after what one signs in with. */
const withoutReadOnly = ['admin', 'auth', 'debug'];

/**
 * Whether read-only mode refuses an operation: one that writes by its method and scope. Operations that only compute
 * are POST with the scope for reading.
 */
export function isRefusedWhenReadOnly(endpoint: EndpointDescription, tag: string, method: string): boolean {
  const scope = scopeOf(endpoint, tag, method);
  const reads = method.toUpperCase() === 'GET' || scope === 'any' || scope.endsWith(':read');
  return !reads && !withoutReadOnly.includes(tag);
}
