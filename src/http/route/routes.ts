import { getMetadataArgsStorage } from 'routing-controllers';
import type { IRoute } from 'routing-controllers-openapi';
// This file is imported directly, because the package's main file would also load a YAML parser.
import { parseRoutes } from 'routing-controllers-openapi/build/parseMetadata.js';
import type { Defects } from '../../api/defects.js';
import { accessOf, type EndpointDescription, endpointOf } from '../../api/endpoint.js';
import { type Method, methods } from '../../api/open-api-document.js';
import type { DtoClass } from '../../api/rules.js';
import { scopeOf } from '../../api/scopes.js';

/** A controller and its folder in `src/features`. */
export interface TaggedController {
  controller: DtoClass;
  tag: string;
}

/** An operation as its decorators declare it. */
export interface Route {
  operationId: string;
  /** Class and method, for error messages. */
  where: string;
  tag: string;
  method: Method;
  /** Path with `{name}` for its variables. */
  path: string;
  variables: string[];
  endpoint: EndpointDescription;
  access: 'authorized' | 'public' | 'refreshCookie';
  /** Roles that may call the operation; empty when every account may. */
  roles: string[];
  /** Scope that a personal key needs (api/scopes.ts); `any` also for operations without an access token. */
  scope: string;
  /** DTOs of the query and the body (or String for text), and the headers that are read by name. */
  query?: DtoClass;
  body?: DtoClass;
  headers: string[];
}

/** Converts a path: `/quotes/:symbol.svg` → `/quotes/{symbol}.svg`. @throws for a path that OpenAPI cannot express */
export function toTemplate(path: string, endsWithSlash = false): { path: string; variables: string[] } {
  const template = path.replace(/:(\w+)/g, '{$1}');
  if (/[()*?+]/.test(template))
    throw new Error(`${path} has a wildcard, an optional part or an expression: declare plain routes`);
  const variables = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return { path: endsWithSlash ? template : template.replace(/(?<=.)\/$/, ''), variables };
}

/** Returns the roles of `@Authorized` on the controller and on the method together; undefined without `@Authorized`. */
function rolesOf(route: IRoute): string[] | undefined {
  const { responseHandlers } = getMetadataArgsStorage();
  const own = responseHandlers.filter(
    ({ type, target, method }) =>
      type === 'authorized' &&
      target === route.action.target &&
      (method === undefined || method === route.action.method),
  );
  if (own.length === 0) return undefined;
  return own.flatMap(({ value }) => (value === undefined || value === null ? [] : (value as string | string[])));
}

function inputsOf(route: IRoute, defects: Defects, where: string): Pick<Route, 'query' | 'body' | 'headers'> {
  const types: DtoClass[] =
    Reflect.getMetadata('design:paramtypes', route.action.target.prototype, route.action.method) ?? [];
  const inputs: Pick<Route, 'query' | 'body' | 'headers'> = { headers: [] };
  for (const param of route.params) {
    const type = (param.explicitType ?? types[param.index]) as DtoClass;
    if (param.type === 'queries') inputs.query = type;
    else if (param.type === 'body') inputs.body = type;
    else if (param.type === 'header') inputs.headers.push(param.name as string);
    else if (['query', 'params', 'headers', 'body-param', 'file', 'files', 'cookie', 'cookies'].includes(param.type)) {
      defects.add(
        `${where}: a ${param.type} parameter cannot be described; take a DTO by @QueryParams or @Body, or parts of the path by @Param`,
      );
    }
  }
  return inputs;
}

function accessOfRoute(route: IRoute, where: string): Pick<Route, 'access' | 'roles'> {
  const declared = accessOf(route.action.target, route.action.method);
  const roles = rolesOf(route);
  if (declared && roles) throw new Error(`${where} is both @Authorized and ${declared}`);
  if (declared) return { access: declared, roles: [] };
  if (!roles) throw new Error(`${where} says neither @Authorized nor @Public nor @ByRefreshCookie`);
  return { access: 'authorized', roles };
}

/** Joins prefix, controller path and method path in the same manner as routing-controllers. */
function fullPathOf({ action, controller, options }: IRoute): string {
  return `${options.routePrefix ?? ''}${controller.route ?? ''}${action.route ?? ''}`;
}

function read(route: IRoute, tag: string, defects: Defects): Route {
  const where = `${route.action.target.name}.${route.action.method}`;
  const endpoint = endpointOf(route.action.target, route.action.method);
  if (!endpoint) defects.add(`${where} has no @Endpoint`);
  const method = route.action.type as Method;
  if (!methods.includes(method)) throw new Error(`${where}: the method ${route.action.type} cannot be described`);
  if (route.action.route instanceof RegExp) throw new Error(`${where}: a RegExp route cannot be described`);
  const template = toTemplate(fullPathOf(route), endpoint?.endsWithSlash);
  const access = accessOfRoute(route, where);
  if (!endpoint) throw new Error(`${where} has no @Endpoint`);
  const scope = access.access === 'authorized' ? scopeOf(endpoint, tag, method) : 'any';
  return {
    operationId: route.action.method,
    where,
    tag,
    method,
    ...template,
    endpoint,
    ...access,
    scope,
    ...inputsOf(route, defects, where),
  };
}

/**
 * Returns the operations of the given controllers. An operation that cannot be described is reported as a defect and
 * omitted.
 */
export function routesOf(controllers: readonly TaggedController[], prefix: string, defects: Defects): Route[] {
  const routes: Route[] = [];
  for (const route of parseRoutes(getMetadataArgsStorage(), { routePrefix: prefix })) {
    const target = route.action.target as DtoClass;
    const tagged = controllers.find(({ controller }) => controller === target);
    if (tagged) defects.attempt(() => routes.push(read(route, tagged.tag, defects)));
    else if (controllers.some(({ controller }) => controller.prototype instanceof target)) {
      defects.add(
        `${target.name}.${route.action.method}: a route is declared on a base class; declare it on the controller`,
      );
    }
  }
  for (const { controller } of controllers) {
    if (!getMetadataArgsStorage().controllers.some(({ target }) => target === controller))
      defects.add(`${controller.name} is no controller`);
  }
  return routes.sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : methods.indexOf(a.method) - methods.indexOf(b.method),
  );
}
