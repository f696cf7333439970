import type { EndpointDescription, PathParameterDescription } from './endpoint.js';
import { uuid } from './rules.js';

const identifier: PathParameterDescription = { description: 'Identifier (UUIDv7).', rule: uuid() };

/**
 * Returns the description and rule of a path parameter: as declared in `params`; a UUID for `id` and `…Id`; otherwise
 * undefined, which is a defect of the API description.
 */
export function pathParameterOf(endpoint: EndpointDescription, name: string): PathParameterDescription | undefined {
  return endpoint.params?.[name] ?? (name === 'id' || name.endsWith('Id') ? identifier : undefined);
}
