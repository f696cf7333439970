import type { EndpointDescription, PathParameterDescription } from './endpoint.js';
import { uuid } from './rules.js';

const identifier: PathParameterDescription = { description: 'Identifier (UUIDv7).', rule: uuid() };

/**
 * Returns the rule of a path parameter, for the description and for the validation of requests: as declared in
 * `params`, a UUID for `id` and `…Id`, otherwise undefined (a defect of the description).
 */
export function pathParameterOf(endpoint: EndpointDescription, name: string): PathParameterDescription | undefined {
  return endpoint.params?.[name] ?? (name === 'id' || name.endsWith('Id') ? identifier : undefined);
}
