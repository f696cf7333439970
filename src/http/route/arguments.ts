import type { ParsedUrlQuery } from 'node:querystring';
import type { Context } from 'koa';
import type { ActionMetadata } from 'routing-controllers/types/metadata/ActionMetadata.js';
import type { ParamMetadata } from 'routing-controllers/types/metadata/ParamMetadata.js';
import { itemNamesOf } from '../../api/list-items.js';
import { pathParameterOf } from '../../api/path-parameter.js';
import { fileBody, hasBody, readJson, readRaw } from '../body.js';
import { takeFields } from '../field-selection.js';
import type { FormatQuery } from '../format.js';
import { FileBody, RawBody } from '../raw-body.js';
import { validateBody, validateNoBody, validatePathParameter, validateQuery } from '../validation/validate.js';
import type { Route } from './route.js';

type PathParameters = Record<string, string | undefined>;
type Reader = (ctx: Context, path: PathParameters, body: unknown) => unknown;

/** Reads and validates all arguments of a controller method, in the order of its parameters. */
export type ArgumentReader = (ctx: Context, path: PathParameters) => unknown[] | Promise<unknown[]>;

/**
 * Returns the reader of a controller method's arguments.
 * @throws Error at startup for a parameter that cannot be described in OpenAPI
 */
export function argumentReader(action: ActionMetadata, route: Route): ArgumentReader {
  const parameters = [...action.params].sort((a, b) => a.index - b.index);
  const names = route.method === 'GET' ? itemNamesOf(route.endpoint.returns) : undefined;
  const queryOf = (ctx: Context) => (names === undefined ? ctx.query : takeFields(ctx, names));
  const readers = parameters.map((parameter) => reader(parameter, route, queryOf));
  const takesRaw = parameters.some((parameter) => parameter.type === 'body' && parameter.targetType === RawBody);
  const takesFile = parameters.some((parameter) => parameter.type === 'body' && parameter.targetType === FileBody);
  const takesBody = parameters.some((parameter) => parameter.type === 'body');
  const takesQuery = parameters.some((parameter) => parameter.type === 'queries');
  const formatOnly = route.withFormat(undefined);
  const writes = route.method !== 'GET';
  const mediaTypes =
    route.method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];
  const gather = (ctx: Context, path: PathParameters, body: unknown) => {
    if (writes && !takesBody) validateNoBody(body);
    return readers.map((read) => read(ctx, path, body));
  };
  return (ctx, path) => {
    if (!takesQuery && ctx.request.querystring !== '') validateQuery(formatOnly, queryOf(ctx));
    const { accepts = {}, maxBodyBytes } = route.endpoint;
    // The query is validated before the file is read, so that a wrong query is rejected before a large upload.
    if (takesFile)
      for (const [index, { type }] of parameters.entries())
        if (type === 'queries') readers[index]?.(ctx, path, undefined);
    if (takesFile) return gather(ctx, path, fileBody(ctx, Object.keys(accepts), maxBodyBytes));
    if (takesRaw) return readRaw(ctx, Object.keys(accepts)).then((body) => gather(ctx, path, body));
    if (!writes || route.endpoint.ignoresBody || !hasBody(ctx)) return gather(ctx, path, undefined);
    return readJson(ctx, mediaTypes).then((body) => gather(ctx, path, body));
  };
}

/** Removes the parameters that the HTTP layer handles; controllers do not receive them. */
function withoutFormat(query: FormatQuery): object {
  if (query.format !== undefined) delete query.format;
  if (query.scale !== undefined) delete query.scale;
  if (query.bom !== undefined) delete query.bom;
  if (query.ticket !== undefined) delete query.ticket;
  if (query.onBehalfOf !== undefined) delete query.onBehalfOf;
  return query;
}

function reader(parameter: ParamMetadata, route: Route, queryOf: (ctx: Context) => ParsedUrlQuery): Reader {
  const dto = parameter.targetType as unknown as new () => object;
  switch (parameter.type) {
    case 'param': {
      const rule = pathParameterOf(route.endpoint, parameter.name)?.rule;
      if (rule === undefined)
        throw new Error(
          `${route.where} does not describe its path parameter ${parameter.name} in @Endpoint({ params }).`,
        );
      return (_ctx, path) => validatePathParameter(parameter.name, rule, path[parameter.name] ?? '');
    }
    case 'queries': {
      const query = route.withFormat(dto);
      return (ctx) => withoutFormat(validateQuery(query, queryOf(ctx)));
    }
    case 'body': {
      const missing = route.endpoint.emptyBody ? {} : undefined;
      return (_ctx, _path, body) =>
        body instanceof RawBody || body instanceof FileBody ? body : validateBody(dto, body ?? missing);
    }
    case 'context':
      return (ctx) => ctx;
    case 'custom-converter':
      return (ctx) => parameter.transform({ request: ctx.request, response: ctx.response, context: ctx }, undefined);
    default:
      throw new Error(
        `${route.where} takes a parameter of kind ${parameter.type}. Use @Body, @QueryParams or @Param with DTOs, so that the description can say what is allowed.`,
      );
  }
}
