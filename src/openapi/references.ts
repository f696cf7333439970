/** Every object within a value, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

/** Every `$ref` of a document or a part of it. */
export function referencesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  for (const { $ref } of objectsIn(value)) if (typeof $ref === 'string') found.add($ref);
  return found;
}

/** What a local reference (`#/components/schemas/Quote`) points at; undefined when it dangles. */
export function resolve(document: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
