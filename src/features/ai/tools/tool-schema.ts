import {
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Reference,
} from '../../../api/open-api-document.js';
import type { Schema } from '../../../api/rules.js';
import type { ToolEntry } from './tool-table.js';

/** Maximum number of items that a tool requests, even if the operation allows more, because more would be cut off. */
export const MAX_ITEMS = 100;

/** An operation of the API description, with its parameters resolved. */
export interface DescribedOperation {
  method: string;
  /** Path such as `/api/v1/markets/quotes/{symbol}`. */
  path: string;
  operation: Operation;
  /** Parameters of the path and the query, without parameters that tools do not have. */
  parameters: readonly Parameter[];
  /** Schema of the JSON body with references; undefined without a body. */
  body: Schema | undefined;
  /** Schema of the JSON response with references; undefined without one. */
  response: Schema | undefined;
}

/** Parameters that choose a representation, which tools do not have: a tool returns the whole JSON. */
const REPRESENTATION = ['format', 'fields', 'bom', 'ticket'];
/** Tools list only one's own resources: the parameter in every list would exceed the size of all tools. */
const OMITTED = new Set([...REPRESENTATION, 'shared']);
const PREFIX = '#/components/schemas/';

/** Returns the operations of an OpenAPI description by id. */
export function describedOperations(document: OpenApiDocument): Map<string, DescribedOperation> {
  const found = new Map<string, DescribedOperation>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation !== undefined) found.set(operation.operationId, described(document, method, path, operation));
    }
  }
  return found;
}

function described(document: OpenApiDocument, method: string, path: string, operation: Operation): DescribedOperation {
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(document, one));
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const content =
    success === undefined
      ? undefined
      : resolved<{ content?: Record<string, { schema: Schema }> }>(document, success).content;
  return {
    method: method.toUpperCase(),
    path,
    operation,
    parameters: parameters.filter(({ name, in: where }) => where !== 'header' && !OMITTED.has(name)),
    body: operation.requestBody?.content['application/json']?.schema,
    response: content?.['application/json']?.schema,
  };
}

const resolved = <Value>(document: OpenApiDocument, one: Value | Reference): Value => {
  if (!(typeof one === 'object' && one !== null && '$ref' in one)) return one as Value;
  return one.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)[name.replaceAll('~1', '/')],
      document,
    ) as Value;
};

/**
 * Returns the schema of the arguments of a tool: an object with the parameters of the operation and the fields of its
 * body.
 */
export function inputSchemaOf(
  document: OpenApiDocument,
  { parameters, body }: DescribedOperation,
  { hidden = [], unlisted = [], limit }: ToolEntry,
): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const { name, description, schema, required: isRequired } of parameters) {
    if (hidden.includes(name) || unlisted.includes(name)) continue;
    properties[name] = name === 'limit' ? limitSchema(schema, description, limit) : { ...schema, description };
    if (isRequired) required.push(name);
  }
  const whole = body === undefined ? {} : asObject(document, body);
  return withDefinitions(document, {
    type: 'object',
    properties: { ...properties, ...(whole.properties as object) },
    required: [...required, ...((whole.required as string[] | undefined) ?? [])],
    additionalProperties: false,
  });
}

function limitSchema(schema: Schema, description: string, limit: number | undefined): Schema {
  return {
    ...schema,
    description,
    maximum: Math.min(Number(schema.maximum ?? MAX_ITEMS), MAX_ITEMS),
    ...(limit !== undefined && { default: limit, examples: [limit] }),
  };
}

/**
 * Returns the schema of the result of a tool: the response of the operation, and `omitted`. Null for an operation
 * without a response.
 */
export function outputSchemaOf(document: OpenApiDocument, { response }: DescribedOperation): Schema | null {
  if (response === undefined) return null;
  const { properties, required, description } = asObject(document, response);
  const omitted: Schema = {
    type: 'string',
    description: 'What was left out because the answer was too long; absent when it is complete.',
  };
  return withDefinitions(document, {
    type: 'object',
    description,
    properties: { omitted, ...(properties as object) },
    required: required ?? [],
  });
}

/** Returns an object schema with the properties of its `allOf` merged. */
function asObject(document: OpenApiDocument, schema: Schema): Schema {
  const own = '$ref' in schema ? resolved<Schema>(document, schema as unknown as Reference) : schema;
  const parts = ((own.allOf as Schema[] | undefined) ?? []).map((part) => asObject(document, part));
  return {
    description: own.description ?? parts[0]?.description,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [
      ...new Set([
        ...parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
        ...((own.required as string[] | undefined) ?? []),
      ]),
    ],
  };
}

/** Returns a schema with the components that it refers to in `$defs`, so that it is self-contained. */
function withDefinitions(document: OpenApiDocument, schema: Schema): Schema {
  const definitions: Record<string, Schema> = {};
  const localize = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(localize);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
      if (typeof inner !== 'string' || !inner.startsWith(PREFIX)) return [name, localize(inner)];
      const component = inner.slice(PREFIX.length);
      if (!(component in definitions)) {
        definitions[component] = {};
        definitions[component] = localize(document.components.schemas[component]) as Schema;
      }
      return [name, `#/$defs/${component}`];
    });
    return Object.fromEntries(entries);
  };
  const own = localize(schema) as Schema;
  return Object.keys(definitions).length === 0 ? own : { ...own, $defs: definitions };
}
