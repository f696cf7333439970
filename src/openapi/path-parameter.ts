import type { EndpointDescription, PathParameterDescription } from './endpoint.js';
import { uuid } from './rules.js';

const identifier: PathParameterDescription = { description: 'Identifier (UUIDv7).', rule: uuid() };

/**
 * What a part of the path must be, for the description and for the check of a request alike: as declared in `params`, a UUID for `id`
 * and `…Id`, otherwise undefined (which the description refuses).
 */
export function pathParameterOf(endpoint: EndpointDescription, name: string): PathParameterDescription | undefined {
  return endpoint.params?.[name] ?? (name === 'id' || name.endsWith('Id') ? identifier : undefined);
}
