import type { ActionMetadata } from 'routing-controllers/types/metadata/ActionMetadata.js';
import { type Access, accessOf, type EndpointDescription, endpointOf, successStatus } from '../../api/endpoint.js';
import type { DtoClass } from '../../api/rules.js';
import { isRefusedWhenReadOnly, scopeOf } from '../../api/scopes.js';
import { formatsOf, mediaTypesOf, queryWithFormat } from '../format.js';
import type { Method } from './radix-router.js';

/** An operation with everything that its decorators declare, collected once at the start. */
export interface Route {
  /** Class and method, such as `UsersController.getProfile`, for error messages. */
  where: string;
  method: Method;
  template: string;
  endpoint: EndpointDescription;
  access: Access | 'authorized';
  /** Roles of which the caller needs one; empty means that every account may call it. */
  roles: readonly string[];
  /** Scope that a personal key needs (api/scopes.ts). */
  scope: string;
  /** True: the operation is rejected in read-only mode. */
  isRefusedWhenReadOnly: boolean;
  status: number;
  /** Media types of a successful response, JSON first. */
  produces: readonly string[];
  /**
   * The media types of `produces` that the parameter `format` can select, by their names; empty when there is only one.
   */
  formats: ReadonlyMap<string, string>;
  /** Returns the query DTO with the parameters that the HTTP layer handles. */
  withFormat(query: DtoClass | undefined): DtoClass | undefined;
}

/**
 * Returns the route of a controller method.
 * @throws Error when the decorators do not declare who may call the operation or what it does
 */
export function routeOf(action: ActionMetadata, prefix: string, tag: string): Route {
  const where = `${action.target.name}.${action.method}`;
  const endpoint = endpointOf(action.target, action.method);
  if (endpoint === undefined) throw new Error(`${where} has no @Endpoint.`);
  const access = accessOf(action.target, action.method);
  if (action.isAuthorizedUsed === (access !== undefined)) {
    throw new Error(
      `${where} must carry exactly one of @Authorized, @Public and @ByRefreshCookie: an operation is closed or explicitly open.`,
    );
  }
  const { controllerMetadata: controller } = action;
  if ([action.uses, action.interceptors, controller.uses, controller.interceptors].some((used) => used.length > 0))
    throw new Error(`${where} has @UseBefore, @UseAfter or @UseInterceptor, which never run here: see route-steps.ts.`);
  if (typeof action.fullRoute !== 'string') throw new Error(`${where} has a route that is no plain path.`);
  const template = `${prefix}${action.fullRoute}`.replace(endpoint.endsWithSlash ? /^$/ : /\/$/, '');
  const method = action.type.toUpperCase() as Method;
  const produces = mediaTypesOf(endpoint, method === 'GET');
  const added = method === 'GET' ? produces : [];
  return {
    where,
    method,
    template,
    endpoint,
    access: access ?? 'authorized',
    roles: action.authorizedRoles as string[],
    scope: scopeOf(endpoint, tag, method),
    isRefusedWhenReadOnly: isRefusedWhenReadOnly(endpoint, tag, method),
    status: successStatus(endpoint),
    produces,
    formats: formatsOf(method === 'GET' ? produces : []),
    withFormat: (query) =>
      method === 'GET' || endpoint.delegable ? queryWithFormat(query, endpoint, added, access === undefined) : query,
  };
}
