/** Keywords that clients may not know or reject, and that cost tokens; the operation checks its arguments anyway. */
const dropped = new Set([
  'examples',
  'example',
  'format',
  'pattern',
  'contentMediaType',
  'discriminator',
  'externalDocs',
  'title',
]);
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
      if (maps.has(key))
        return [
          [key, Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, plain(inner)]))],
        ];
      return [[key, values.has(key) ? value : plain(value)]];
    }),
  );
}

/** Objects within objects that an outline shows. */
const OUTLINE_DEPTH = 2;

/**
 * The members of an answer and of the objects in its lists with their JSON types, without descriptions and deeper
 * members: hosts may hand the schemas of all tools to a model with each question, and the answer shows the rest. What
 * answers fit the schema fits its outline.
 */
export function outlineSchema(schema: object): Record<string, unknown> {
  const { $defs = {} } = schema as { $defs?: Record<string, object> };
  return outline(schema, $defs, OUTLINE_DEPTH);
}

function outline(
  schema: object,
  definitions: Readonly<Record<string, object>>,
  depth: number,
): Record<string, unknown> {
  const { $ref, type, properties, items } = schema as {
    $ref?: string;
    type?: unknown;
    properties?: Record<string, object>;
    items?: object;
  };
  const definition = $ref === undefined ? undefined : definitions[$ref.slice('#/$defs/'.length)];
  if (definition !== undefined) return outline(definition, definitions, depth);
  if (type === undefined) return {};
  if (items !== undefined && depth > 0) return { type, items: outline(items, definitions, depth) };
  if (properties === undefined || depth === 0) return { type };
  return {
    type,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, outline(inner, definitions, depth - 1)]),
    ),
  };
}
