import type { OpenApiDocument, Parameter, Reference } from '../api/open-api-document.js';

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') found.add($ref);
  for (const inner of Object.values(value)) collect(inner, found);
}

/** Every `$ref` of a document or a part of it. */
export function referencesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  collect(value, found);
  return found;
}

/** Returns the target of a local reference (`#/components/schemas/Quote`); undefined when it dangles. */
export function resolve(document: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** Every reference that can be followed from a part of a document, also indirectly. */
export function reachableFrom(document: object, part: unknown): Set<string> {
  const found = referencesIn(part);
  // A set also yields what is added while it is read.
  for (const reference of found) for (const next of referencesIn(resolve(document, reference))) found.add(next);
  return found;
}

/** A parameter of an operation, which may be a reference to a component. */
export const parameterOf = (document: OpenApiDocument, one: Parameter | Reference): Parameter =>
  '$ref' in one ? (resolve(document, one.$ref) as Parameter) : one;
