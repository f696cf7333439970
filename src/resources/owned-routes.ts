import { Body, Delete, Get, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Endpoint, type EndpointDescription } from '../api/endpoint.js';
import { type Caller, CurrentCaller } from '../http/caller.js';
import { IfMatch } from '../http/entity-tag.js';

// Decorators of operations on owned resources. Each declares the route, the parameters of the method in their order,
// and the properties that such operations have in common.

type Described = EndpointDescription & { returns: NonNullable<EndpointDescription['returns']> };
type Route<Method> = <M extends Method>(prototype: object, name: string, method: TypedPropertyDescriptor<M>) => void;
/** Routing-controllers types its decorators as functions. */
// biome-ignore lint/complexity/noBannedTypes: see above
type Declaration = Function;
type Listing = (caller: Caller, query: never) => unknown;
type Creation = (caller: Caller, input: never) => unknown;
type Reading = (caller: Caller, id: string) => unknown;
type Change = (caller: Caller, id: string, changes: never, ifMatch?: string) => unknown;
type Removal = (caller: Caller, id: string, ifMatch?: string) => unknown;

/** Declares `GET`, which returns a page of the caller's resources. */
export const ListOwned = (endpoint: Omit<Described, 'description'> & { description?: string }): Route<Listing> => {
  const description = 'Returns pages, oldest first; follow `nextCursor` until it is null.';
  return route([Get(''), Endpoint({ description, ...endpoint })], [CurrentCaller(), QueryParams()]);
};

/** Declares `POST`, which creates a resource within the quota, and only once for an `Idempotency-Key`. */
export const CreateOwned = (endpoint: Described): Route<Creation> => {
  const delegation = endpoint.delegable ? (['not_found'] as const) : [];
  const errors: EndpointDescription['errors'] = ['quota_reached', ...delegation, ...(endpoint.errors ?? [])];
  const complete = Endpoint({ ...endpoint, status: 201, idempotent: true, errors });
  return route([Post(''), complete], [CurrentCaller(), Body()]);
};

/** Declares `GET /:id`. */
export const GetOwned = (endpoint: Described): Route<Reading> =>
  route([Get('/:id'), Endpoint(endpoint)], [CurrentCaller(), Param('id')]);

/** Declares `PATCH /:id`, under `If-Match`. */
export const UpdateOwned = (endpoint: Described): Route<Change> =>
  route([Patch('/:id'), Endpoint({ ...endpoint, ifMatch: true })], [CurrentCaller(), Param('id'), Body(), IfMatch()]);

/** Declares `DELETE /:id`, under `If-Match`. */
export const DeleteOwned = (endpoint: EndpointDescription): Route<Removal> =>
  route([Delete('/:id'), Endpoint({ ...endpoint, ifMatch: true })], [CurrentCaller(), Param('id'), IfMatch()]);

function route(declarations: readonly Declaration[], parameters: readonly Declaration[]) {
  return (prototype: object, name: string, method: PropertyDescriptor): void => {
    // Parameters come before the declarations, in the compiler's order.
    for (const [index, parameter] of parameters.entries()) parameter(prototype, name, index);
    for (const declare of declarations) declare(prototype, name, method);
  };
}
