import { firstSentences } from './mcp-words.js';

/**
 * Hosts may send the schemas of all tools to a model with each question, so a schema has only the parts that a call
 * needs.
 */
type Json = Record<string, unknown>;
type Definitions = Readonly<Record<string, Json>>;

/**
 * Schema keywords that are listed for arguments. The operation checks the other keywords, too, and reports problems.
 */
const kept = ['type', 'enum', 'const', 'default'] as const;
/** Arguments whose maximum is listed. */
const bounded = new Set(['limit', 'points']);
const MAX_MEANING = 72;
/** Maximum length of the descriptions of members within arguments that are objects. */
const MAX_INNER_MEANING = 64;
/** Short descriptions of arguments that many tools have; empty if the name is enough. */
const meanings: Readonly<Record<string, string>> = {
  asOf: 'At the end of this day.',
  bbox: 'Box: west, south, east, north (degrees).',
  country: 'Such as `DE`.',
  currency: 'Such as `EUR`.',
  cursor: '`nextCursor` of the page before.',
  entity: 'Such as `vessel:311000123`.',
  from: 'Time or date.',
  id: 'Its id.',
  limit: '',
  minSeverity: '1 to 5.',
  near: 'Center: latitude, longitude (degrees).',
  order: '',
  radiusMeters: 'Around `near`.',
  sort: '',
  symbol: 'Such as `AAPL.US`.',
  to: 'Time or date, exclusive.',
};
/** Maximum depth of the objects within arguments that are shown. */
const MAX_DEPTH = 5;

/**
 * The arguments of a tool, flattened: references resolved, alternatives of objects merged to one object with the
 * members of all, no lengths, formats and patterns, and of each description the first sentence.
 * @param hidden arguments that are not listed
 * @param takesNames its `id` may be a name
 */
export function argumentsSchema(schema: object, hidden: ReadonlySet<string>, takesNames: boolean): Json {
  const {
    $defs = {},
    properties = {},
    required = [],
  } = schema as {
    $defs?: Definitions;
    properties?: Record<string, Json>;
    required?: string[];
  };
  const entries = Object.entries(properties)
    .filter(([name]) => !hidden.has(name) || required.includes(name))
    .map(([name, inner]): [string, Json] => [name, argument(inner, $defs, 0, name)]);
  const listed = Object.fromEntries(entries);
  if (takesNames && listed.id !== undefined) listed.id.description = 'Its id, or its name.';
  return { properties: listed, ...(required.length > 0 && { required }) };
}

function argument(schema: Json, definitions: Definitions, depth: number, name = ''): Json {
  const own = resolved(schema, definitions);
  const meaning =
    meanings[name] ??
    firstSentences(String(schema.description ?? own.description ?? ''), depth === 0 ? MAX_MEANING : MAX_INNER_MEANING);
  const shown: Json = Object.fromEntries(kept.flatMap((key) => (key in own ? [[key, own[key]]] : [])));
  if (bounded.has(name) && own.maximum !== undefined) shown.maximum = own.maximum;
  if (own.items !== undefined && depth < MAX_DEPTH)
    shown.items = withoutMeaning(argument(own.items as Json, definitions, depth + 1));
  if (own.properties !== undefined && depth < MAX_DEPTH) {
    shown.properties = Object.fromEntries(
      Object.entries(own.properties as Record<string, Json>).map(([name, inner]) => [
        name,
        argument(inner, definitions, depth + 1),
      ]),
    );
    if ((own.required as string[] | undefined)?.length) shown.required = own.required;
  }
  return meaning === '' || (depth > 0 && ('enum' in shown || meaning.endsWith('…')))
    ? shown
    : { ...shown, description: meaning };
}

function withoutMeaning({ description: _description, ...schema }: Json): Json {
  return schema;
}

/** Resolves a reference, and merges alternatives of objects into one object. */
function resolved(schema: Json, definitions: Definitions): Json {
  const { $ref, oneOf, anyOf, allOf } = schema as { $ref?: string; oneOf?: Json[]; anyOf?: Json[]; allOf?: Json[] };
  if ($ref !== undefined) return resolved(definitions[$ref.slice('#/$defs/'.length)] ?? {}, definitions);
  const alternatives = oneOf ?? anyOf ?? allOf;
  if (alternatives === undefined) return schema;
  const parts = alternatives.map((part) => resolved(part, definitions)).filter(({ type }) => type !== 'null');
  const [first = {}] = parts;
  if (parts.length < 2 || !parts.every(({ properties }) => properties !== undefined)) return { ...first, ...schema };
  return merged(parts, allOf !== undefined, definitions);
}

/** @param isAll each of the parts applies, instead of one */
function merged(parts: readonly Json[], isAll: boolean, definitions: Definitions): Json {
  const properties = new Map<string, Json>();
  for (const part of parts)
    for (const [name, inner] of Object.entries(part.properties as Record<string, Json>)) {
      const [known, other] = [properties.get(name), resolved(inner, definitions)];
      const values = [...((known?.enum as unknown[]) ?? []), ...((other.enum as unknown[]) ?? [])];
      properties.set(name, { ...(known ?? other), ...(values.length > 0 && { enum: [...new Set(values)] }) });
    }
  const lists = parts.map(({ required }) => (required as string[] | undefined) ?? []);
  const required = isAll
    ? [...new Set(lists.flat())]
    : (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** Maximum number of names of members that are listed for each list of an answer. */
const MAX_NAMES = 6;

/**
 * Returns the outline of the schema of an answer: its members without types and descriptions, and for lists the names
 * of the members of their items. The answer itself shows the rest. Every answer that fits the schema also fits the
 * outline.
 */
export function outlineSchema(schema: object): Json {
  const { properties = {}, $defs = {} } = schema as { properties?: Record<string, Json>; $defs?: Definitions };
  return {
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => name !== 'omitted')
        .map(([name, inner]) => [name, listOutline(resolved(inner, $defs), $defs)]),
    ),
  };
}

function listOutline({ items }: Json, definitions: Definitions): Json {
  if (items === undefined) return {};
  const { properties = {} } = resolved(items as Json, definitions);
  const names = Object.keys(properties as object);
  if (names.length === 0) return {};
  return { description: `${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' …' : ''}` };
}
