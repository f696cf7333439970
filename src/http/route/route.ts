import type { ActionMetadata } from 'routing-controllers/types/metadata/ActionMetadata.js';
import { type Access, accessOf, type EndpointDescription, endpointOf, successStatus } from '../../api/endpoint.js';
import type { DtoClass } from '../../api/rules.js';
import { isRefusedWhenReadOnly, scopeOf } from '../../api/scopes.js';
import { formatsOf, mediaTypesOf, queryWithFormat } from '../format.js';
import type { Method } from './radix-router.js';

/** One operation as it is served: what its decorators say, gathered once at the start. */
export interface Route {
  /** `UsersController.getProfile`, for messages. */
  where: string;
  method: Method;
  template: string;
  endpoint: EndpointDescription;
  access: Access | 'authorized';
  /** Roles of which the caller needs one; empty means any account. */
  roles: readonly string[];
  /** The scope that a personal key needs (openapi/scopes.ts). */
  scope: string;
  /** Whether read-only mode refuses it. */
  isRefusedWhenReadOnly: boolean;
  status: number;
  /** Media types of success, JSON first. */
  produces: readonly string[];
  /** Those of them that the parameter `format` names, by name; empty where there is no choice. */
  formats: ReadonlyMap<string, string>;
  /** The query DTO with what the driver reads of the query. */
  withFormat(query: DtoClass | undefined): DtoClass | undefined;
}

/** @throws Error when the operation does not say who may call it or what it is: such a route is not served. */
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
  if (typeof action.fullRoute !== 'string') throw new Error(`${where} has a route that is no plain path.`);
  const template = `${prefix}${action.fullRoute}`.replace(/\/$/, '');
  const method = action.type.toUpperCase() as Method;
  const produces = mediaTypesOf(endpoint, method === 'GET');
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
    withFormat: (query) => (method === 'GET' ? queryWithFormat(query, produces, access === undefined) : query),
  };
}
