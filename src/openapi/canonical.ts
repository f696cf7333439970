import { methods } from '../api/open-api-document.js';
import { ANY_TEXT, formatPatterns } from '../api/rules.js';
import { joined } from './merged-schema.js';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull = (value: unknown) => isNode(value) && value.type === 'null' && Object.keys(value).length === 1;

/** Rewrites `anyOf: [{ type: 'string', … }, { type: 'null' }]` to the equivalent `type: ['string', 'null']`. */
function joinNull(schema: Node): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return;
  const position = anyOf.findIndex(isNull);
  const other = anyOf[1 - position];
  if (position < 0 || !isNode(other) || typeof other.type !== 'string' || other.$ref) return;
  delete schema.anyOf;
  for (const [key, value] of Object.entries(other)) schema[key] ??= value;
  schema.type = [other.type, 'null'];
  if (Array.isArray(other.enum)) schema.enum = [...other.enum, null];
}

function respellSchema(schema: Node): void {
  // Responses omit the service's own pattern of a format; every other pattern is significant.
  if (schema.pattern === ANY_TEXT.source || schema.pattern === formatPatterns[String(schema.format)])
    delete schema.pattern;
  // Clients of an extensible set of values must accept unknown values, so the known values are not compared.
  if (schema['x-extensible'] === true) delete schema.enum;
  if (Array.isArray(schema.type) && schema.type.length === 1) schema.type = schema.type[0];
  joinNull(schema);
  if ('const' in schema && !schema.enum) {
    schema.enum = [schema.const];
    delete schema.const;
  }
}

/** Removes keywords that only repeat a default: `style: form`, and `explode: true` for it. */
function respellParameter(parameter: Node): void {
  const form = parameter.in === 'query' || parameter.in === 'cookie';
  const style = parameter.style ?? (form ? 'form' : 'simple');
  if (style === (form ? 'form' : 'simple')) delete parameter.style;
  if (parameter.explode === (style === 'form')) delete parameter.explode;
}

// Values of `dataKeywords` are data, and values of `mapKeywords` are maps with arbitrary names; neither are schemas.
export const dataKeywords = new Set(['example', 'examples', 'default', 'enum']);
export const mapKeywords = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'headers',
  'responses',
  'content',
  'paths',
  'webhooks',
  'callbacks',
]);

/** Replaces a schema that consists of parts (`allOf`) by the joined schema. */
function join(document: object, schema: Node): void {
  const whole = joined(document, schema);
  if (whole === schema) return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, structuredClone(whole));
}

function respell(document: object, value: unknown, isMap = false): void {
  if (Array.isArray(value)) for (const item of value) respell(document, item);
  if (!isNode(value)) return;
  if (!isMap) join(document, value);
  for (const [key, inner] of Object.entries(value))
    if (isMap || !dataKeywords.has(key)) respell(document, inner, !isMap && mapKeywords.has(key));
  if (isMap) return;
  if (typeof value.in === 'string' && typeof value.name === 'string') respellParameter(value);
  else respellSchema(value);
}

/** Copies the parameters of a path item and the security of the document to each operation. */
function settle(item: Node, security: unknown): void {
  const shared = Array.isArray(item.parameters) ? item.parameters : [];
  for (const method of methods) {
    const operation = item[method];
    if (!isNode(operation)) continue;
    const requirements = (operation.security ?? structuredClone(security ?? [])) as object[];
    // A list with only the empty requirement opens an operation, like an empty list.
    operation.security = requirements.every((requirement) => Object.keys(requirement).length === 0) ? [] : requirements;
    const own = Array.isArray(operation.parameters) ? (operation.parameters as unknown[]) : [];
    const inherited = shared.filter(
      (one: Node) => !own.some((mine) => isNode(mine) && mine.name === one.name && mine.in === one.in),
    );
    if (inherited.length > 0) operation.parameters = [...structuredClone(inherited), ...own];
  }
  delete item.parameters;
}

/**
 * Returns a copy of a description in canonical form, so that a comparison ignores different spellings of the same
 * meaning.
 */
export function canonical(document: object): Node {
  const copy = structuredClone(document) as Node;
  respell(copy, copy);
  for (const group of [copy.paths, copy.webhooks]) {
    for (const item of Object.values((group ?? {}) as Node)) if (isNode(item)) settle(item, copy.security);
  }
  delete copy.security;
  return copy;
}
