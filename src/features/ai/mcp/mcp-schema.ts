import { firstSentences } from './mcp-words.js';

/**
 * Schemas for MCP contain only the parts that a call needs, because hosts may send the schemas of all tools to a model
 * with each question.
 */
type Json = Record<string, unknown>;
type Definitions = Readonly<Record<string, Json>>;

/** Schema keywords that are kept for arguments. The operation checks all others and reports problems. */
const kept = ['type', 'enum', 'const', 'default'] as const;
/** Arguments whose maximum is listed. */
const bounded = new Set(['limit', 'points']);
const MAX_MEANING = 72;
/** Maximum length of descriptions of fields within arguments that are objects. */
const MAX_INNER_MEANING = 64;
/** Short descriptions of arguments that many tools have; empty if the name is enough. */
const meanings: Readonly<Record<string, string>> = {
  asOf: 'At the end of this day.',
  bbox: 'Box: west, south, east, north (degrees).',
  callsign: 'Beginnings of callsigns.',
  country: 'Such as `DE`.',
  currency: 'Such as `EUR`.',
  destination: 'Part of it.',
  cursor: '`nextCursor` of the page before.',
  emergency: '',
  entity: 'Such as `vessel:311000123`.',
  flag: 'Flag states, such as `NL`.',
  from: 'Time or date.',
  id: 'Its id.',
  imo: '',
  limit: '',
  lookThrough: 'Replace funds by their holdings.',
  minSeverity: '1 to 5.',
  navigationStatus: '1 at anchor, 5 moored.',
  near: 'Center: latitude, longitude (degrees).',
  order: '',
  onGround: '',
  radiusMeters: 'Around `near`.',
  sort: '',
  squawk: 'Four octal digits.',
  symbol: 'Such as `AAPL.US`.',
  to: 'Time or date, exclusive.',
};
/** Maximum depth of objects within arguments that are kept. */
const MAX_DEPTH = 5;

/**
 * Returns a simplified schema of the arguments of a tool: references are resolved, alternatives are merged into one
 * object with the fields of all, lengths, formats and patterns are left out, and descriptions are shortened to their
 * first sentence.
 * @param hidden arguments that are left out
 * @param takesNames whether `id` may be a name
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

/** Merges the schemas of several objects. @param isAll whether all of them apply (`allOf`), instead of one */
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

/** Maximum number of field names that are listed for each list of a response. */
const MAX_NAMES = 6;

/**
 * Returns the outline of the schema of a response: its fields without types and descriptions, and for lists the names
 * of the fields of their items. The response itself shows the rest. Every response that fits the schema also fits the
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
