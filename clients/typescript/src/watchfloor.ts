import { type components, type paths, withIdempotencyKey } from './api.js';
import { Connection, type ConnectionOptions, type Request } from './connection.js';

export type { ConnectionOptions } from './connection.js';
export { Problem, type ProblemEntry } from './problem.js';
export type { Credentials, TokenStore, Tokens } from './session.js';

/** The schemas of the description: `Schemas['Vessel']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<M extends Method, P extends keyof paths> = paths[P][M];
/** Paths that have the given method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<M, P> extends { responses: unknown } ? P : never;
}[keyof paths];

/** One part of a request; required if any of its properties is required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: never }
  : object extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };
type BodyOf<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: infer C }
    ? C[keyof C]
    : undefined
  : undefined;
type RequestOf<O> = O extends { parameters: { path?: infer P; query?: infer Q } }
  ? Part<'path', P> & Part<'query', Q> & Part<'body', BodyOf<O>> & Pick<Request, 'headers' | 'signal'>
  : never;
/** The request argument is optional if none of its parts is required. */
type Arguments<O> = object extends RequestOf<O> ? [request?: RequestOf<O>] : [request: RequestOf<O>];

type Content<O, Type extends string> = O extends { responses: infer R }
  ? {
      [S in keyof R]: S extends 200 | 201 | 202
        ? R[S] extends { content: infer C }
          ? Type extends keyof C
            ? C[Type]
            : never
          : never
        : never;
    }[keyof R]
  : never;
/** JSON type of a successful response; undefined if no success has a body. */
type Answer<O> = [Content<O, 'application/json'>] extends [never] ? undefined : Content<O, 'application/json'>;
type Item<O> = Answer<O> extends { items: Array<infer I> } ? I : never;

/** The API, typed by its description. Every method throws `Problem` when the service rejects the request. */
export class Watchfloor extends Connection {
  /** @param options with other defaults: `timeoutMs` is 60,000, and lost requests are repeated where that is safe. */
  constructor(options: ConnectionOptions) {
    super({ timeoutMs: 60_000, repeatsLost: true, withIdempotencyKey, ...options });
  }

  get<P extends PathOf<'get'>, O extends Operation<'get', P>>(path: P, ...[request]: Arguments<O>): Promise<Answer<O>> {
    return this.json('GET', path, request) as Promise<Answer<O>>;
  }

  post<P extends PathOf<'post'>, O extends Operation<'post', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): Promise<Answer<O>> {
    return this.json('POST', path, request) as Promise<Answer<O>>;
  }

  put<P extends PathOf<'put'>, O extends Operation<'put', P>>(path: P, ...[request]: Arguments<O>): Promise<Answer<O>> {
    return this.json('PUT', path, request) as Promise<Answer<O>>;
  }

  patch<P extends PathOf<'patch'>, O extends Operation<'patch', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): Promise<Answer<O>> {
    return this.json('PATCH', path, request) as Promise<Answer<O>>;
  }

  delete<P extends PathOf<'delete'>, O extends Operation<'delete', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): Promise<Answer<O>> {
    return this.json('DELETE', path, request) as Promise<Answer<O>>;
  }

  /** Yields every item of a list, page by page. */
  pages<P extends PathOf<'get'>, O extends Operation<'get', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): AsyncGenerator<Item<O>> {
    return this.items(path, request) as AsyncGenerator<Item<O>>;
  }

  /** Yields the events of a stream and reconnects when the connection is lost. */
  stream<P extends PathOf<'get'>, O extends Operation<'get', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): AsyncGenerator<Content<O, 'text/event-stream'>> {
    return this.events(path, request) as AsyncGenerator<Content<O, 'text/event-stream'>>;
  }

  /** Returns a response that is not JSON, such as an image, CSV or lines of text. */
  download<P extends PathOf<'get'>, O extends Operation<'get', P>>(
    path: P,
    ...[request]: Arguments<O>
  ): Promise<Response> {
    return this.send('GET', path, request);
  }
}
