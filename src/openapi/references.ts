import type { OpenApiDocument, Parameter, Reference } from '../api/open-api-document.js';

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') found.add($ref);
  for (const inner of Object.values(value)) collect(inner, found);
}

/** Returns all `$ref` values of a document or a part of it. */
export function referencesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  collect(value, found);
  return found;
}

/** Returns the target of a local reference (`#/components/schemas/Quote`); undefined if it is missing. */
export function resolve(document: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** Returns all references that are reachable from a part of a document, directly or indirectly. */
export function reachableFrom(document: object, part: unknown): Set<string> {
  const found = referencesIn(part);
  // Iterating a set includes values that are added meanwhile.
  for (const reference of found) for (const next of referencesIn(resolve(document, reference))) found.add(next);
  return found;
}

/** Returns a parameter of an operation, resolved if it is a reference. */
export const parameterOf = (document: OpenApiDocument, one: Parameter | Reference): Parameter =>
  '$ref' in one ? (resolve(document, one.$ref) as Parameter) : one;
