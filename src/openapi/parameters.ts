import type { Defects } from '../api/defects.js';
import { type EndpointDescription, eventStream, isTagged } from '../api/endpoint.js';
import { exampleOfRule } from '../api/examples.js';
import { fieldsOf } from '../api/field.js';
import { FIELDS, fieldsDescription, fieldsRule, itemNamesOf } from '../api/list-items.js';
import type { Parameter, Reference } from '../api/open-api-document.js';
import { ordered } from '../api/ordering.js';
import { pathParameterOf } from '../api/path-parameter.js';
import { classesOf, type DtoClass, type Schema } from '../api/rules.js';
import { schemaOf } from '../api/schemas.js';
import { mediaTypesOf, queryWithFormat } from '../http/format.js';
import type { Route } from '../http/route/routes.js';
import { type RequestHeaderName, requestHeaders } from './headers.js';

function pathParameters({ endpoint, variables, where }: Route, defects: Defects): Parameter[] {
  for (const name of Object.keys(endpoint.params ?? {})) {
    if (!variables.includes(name)) defects.add(`${where}: params describes ${name}, which is no part of the path`);
  }
  return variables.flatMap((name) => {
    const said = pathParameterOf(endpoint, name);
    if (!said) {
      defects.add(`${where}: the part {${name}} of its path needs a rule and a description in params`);
      return [];
    }
    const example = exampleOfRule(said.rule, said.example);
    if (example === undefined) defects.add(`${where}: the part {${name}} of its path needs an example`);
    else if (!said.rule.check(example)) defects.add(`${where}: the example of {${name}} is not ${said.rule.says}`);
    return [
      {
        name,
        in: 'path' as const,
        description: said.description,
        required: true,
        schema: ordered(said.rule.schema),
        example,
      },
    ];
  });
}

/**
 * Adds the example of a parameter: next to the schema if it is required, inside the schema if it is optional (see
 * `requestHeaders`).
 */
function exampled(schema: Schema, example: unknown, required: boolean): { schema: Schema; example?: unknown } {
  if (example === undefined) return { schema };
  return required ? { schema, example } : { schema: { ...schema, examples: [example] } };
}

/**
 * Returns the parameters of a query DTO, one for each field. Lists are described as separated by commas; repeated
 * parameters are accepted too (validate.ts).
 */
function queryParameters(query: DtoClass): Parameter[] {
  const refuse = (nested: DtoClass): never => {
    throw new Error(`${query.name} holds ${nested.name}: a query cannot hold objects`);
  };
  const { properties, required = [] } = schemaOf(query, refuse, true) as {
    properties: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, deprecated, ...schema }]) => {
    const field = fieldsOf(query).find((candidate) => candidate.name === name);
    const [nested] = field ? classesOf(field.rule) : [];
    if (nested) refuse(nested);
    const derived = field?.isWithoutExample
      ? undefined
      : field && exampleOfRule(field.rule, field.example ?? field.default);
    const example = Array.isArray(examples) ? examples[0] : derived;
    return {
      name,
      in: 'query' as const,
      description: String(description),
      required: required.includes(name),
      ...(schema.type === 'array' ? { explode: false } : {}),
      ...(deprecated ? { deprecated: true } : {}),
      ...exampled(ordered(schema), example, required.includes(name)),
    };
  });
}

function resumes({ alternatives }: EndpointDescription): boolean {
  const said = alternatives?.[eventStream];
  return typeof said === 'object' && said.resumes === true;
}

/** Returns the parameter of every list that selects fields of its items. */
function fieldsParameter(names: readonly string[]): Parameter {
  return {
    name: FIELDS,
    in: 'query',
    description: fieldsDescription,
    required: false,
    explode: false,
    schema: ordered(fieldsRule(names).schema),
  };
}

/** Returns the shared request headers that an operation reads. */
export function requestHeadersOf({ endpoint, method, headers }: Route): RequestHeaderName[] {
  const conditional = method === 'get' && isTagged(endpoint);
  const names: Array<RequestHeaderName | false> = [
    conditional && 'If-None-Match',
    endpoint.ifMatch === true && 'If-Match',
    endpoint.idempotent === true && 'Idempotency-Key',
    (resumes(endpoint) || headers.some((name) => name.toLowerCase() === 'last-event-id')) && 'Last-Event-ID',
  ];
  return names.filter((name) => name !== false);
}

/** Returns the parameters of an operation: first parameters of the path, then of the query, then headers. */
export function parametersOf(route: Route, defects: Defects): Array<Parameter | Reference> {
  const parameters: Array<Parameter | Reference> = pathParameters(route, defects);
  const query =
    route.method === 'get'
      ? queryWithFormat(route.query, route.endpoint, mediaTypesOf(route.endpoint, true), route.access === 'authorized')
      : route.query;
  if (query) defects.attempt(() => parameters.push(...queryParameters(query)), route.where);
  const names = route.method === 'get' ? itemNamesOf(route.endpoint.returns) : undefined;
  if (names) parameters.push(fieldsParameter(names));
  for (const name of route.headers) {
    if (!Object.keys(requestHeaders).some((known) => known.toLowerCase() === name.toLowerCase())) {
      defects.add(`${route.where}: the request header ${name} is not described in headers.ts`);
    }
  }
  return [...parameters, ...requestHeadersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}
