/** Keywords that clients may not know or reject, and that cost tokens; the operation checks its arguments anyway. */
const dropped = new Set(['examples', 'example', 'format', 'pattern', 'contentMediaType', 'discriminator', 'externalDocs', 'title']);
const maps = new Set(['properties', '$defs']);
const values = new Set(['enum', 'const', 'default', 'required']);

/** A JSON Schema without examples, formats, patterns and extensions. The names of properties stay. */
export function plainSchema(schema: object): Record<string, unknown> {
  return plain(schema) as Record<string, unknown>;
}

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): Array<[string, unknown]> => {
      if (dropped.has(key) || key.startsWith('x-')) return [];
      if (maps.has(key)) return [[key, Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, plain(inner)]))]];
      return [[key, values.has(key) ? value : plain(value)]];
    }),
  );
}
