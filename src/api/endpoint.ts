import 'reflect-metadata';
import type { ProblemCode } from './problem.js';
import type { DtoClass, Rule } from './rules.js';

/** The media type of server-sent events. */
export const eventStream = 'text/event-stream';

/** The table of an answer: the name of the list that holds its rows, or a function that makes the table of the body. */
export type CsvSource = string | ((body: never) => CsvTable);

export interface CsvTable {
  columns: readonly string[];
  /** One value for each column. */
  rows: Iterable<readonly unknown[]>;
}

/** The attempts that are limited for callers without an account. */
export type AttemptKind = 'sign-in' | 'registration' | 'key-exchange' | 'password-reset' | 'shared-view';

/** The meaning of one part of the path: `{id}`, `{symbol}`. */
export interface PathParameterDescription {
  description: string;
  rule: Rule;
  example?: unknown;
}

export type FeatureGeometry = 'Point' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';

/** One kind of feature: the fields of a DTO, without those that its geometry or its id says. */
export interface FeatureDescription {
  dto: DtoClass;
  without?: readonly string[];
  /** Properties that the DTO does not have. */
  also?: Record<string, Record<string, unknown>>;
  geometry: readonly FeatureGeometry[];
  /** The geometry may be null. */
  isNullable?: boolean;
  /** An example of its id. */
  id: string;
}

/** A GeoJSON response (RFC 7946): a Feature, or a FeatureCollection when `collection` is given. */
export interface GeoJsonDescription {
  features: readonly FeatureDescription[];
  /** The DTO of the JSON form. All its fields but `items` and `without` are members of the collection. */
  collection?: DtoClass;
  without?: readonly string[];
}

/** A representation other than JSON. */
export interface Alternative {
  description: string;
  /** Shown as it is sent. Known media types have one of their own. */
  example?: unknown;
  /**
   * For `text/event-stream`: the DTO in `data:` by the name in `event:`. Without it, the DTO the operation returns, as
   * `message`. The name `*` matches any name. How every stream may end (`reauth`, `error`) is added.
   */
  events?: Record<string, DtoClass>;
  /** For `application/geo+json`: the features. */
  geoJson?: GeoJsonDescription;
  /** For `application/x-ndjson`: the DTOs that a line may hold. */
  lines?: DtoClass[];
  /** For `text/event-stream`: takes up after the event named by `Last-Event-ID`. */
  resumes?: boolean;
}

/**
 * The declaration of an operation. Tag, operationId, security, examples, headers and the usual errors
 * (problem-responses.ts) are inferred.
 */
export interface EndpointDescription {
  /** A few words, in the imperative: "List the sessions". */
  summary: string;
  /** Meaning, order and limits, as far as the schema does not give them. */
  description: string;
  /** DTO class of the success body; none means 204 without a body. */
  returns?: DtoClass;
  /** Success status; by default 200 with a body and 204 without. */
  status?: 200 | 201 | 202 | 204;
  /** Problems this operation can answer beyond the inferred ones. */
  errors?: ProblemCode[];
  /**
   * Other success representations by media type, with one sentence each:
   * `{ 'image/svg+xml': 'The chart as an image.' }`.
   */
  alternatives?: Record<string, string | Alternative>;
  /**
   * The table that `text/csv` answers, where it is not the list `items`: the name of another list, or a function of the
   * body.
   */
  csv?: CsvSource;
  /** The path parameters. `id` and `…Id` are UUIDs and may be omitted. */
  params?: Record<string, PathParameterDescription>;
  /** Request media types beside JSON, with one sentence each: `{ 'text/csv': 'One transaction a line.' }`. */
  accepts?: Record<string, string | Alternative>;
  /** For a `FileBody`: its greatest size in bytes; by default as of other bodies. */
  maxBodyBytes?: number;
  /** Extra response headers of the success answer, with one sentence each. */
  headers?: Record<string, string>;
  /** Accepts `Idempotency-Key` (POSTs that create). */
  idempotent?: boolean;
  /**
   * With `idempotent`: the operation looks after its keys itself, because its work takes too long for one transaction.
   */
  keepsKeys?: boolean;
  /** Accepts `If-Match` with the resource's version tag; answers 412 when stale. */
  ifMatch?: boolean;
  /** A missing body is read as an empty object, because an earlier release had none. */
  emptyBody?: boolean;
  /** The body is not read: callers whose request is fixed by a standard may send any body, or no body. */
  ignoresBody?: boolean;
  /**
   * The scope that a personal key needs: the group's scope for reading or for writing (by default by the method), `any`
   * when every key may call it, or `session` when no key may.
   */
  scope?: 'read' | 'write' | 'any' | 'session';
  /** Personal keys are accepted as bearer tokens themselves, for clients that cannot exchange them again and again. */
  acceptsKeys?: boolean;
  /**
   * Requests with other methods are authenticated before the 405, for clients that look for the challenge of the 401
   * with a GET.
   */
  authenticatesAnyMethod?: boolean;
  /** Counted by the address it comes from, before anything of the request is read. */
  attempts?: AttemptKind;
  /** Open to accounts that must set up a second factor first. */
  withoutSecondFactor?: boolean;
  /** Sets or clears the refresh cookie. */
  setsCookie?: boolean;
  /** Statuses other than success that still carry this operation's DTO (a 503 readiness report). */
  alsoReturns?: Record<number, string>;
  /** Statuses of success without a body, beside the usual one. */
  alsoEmpty?: Record<number, string>;
  /** Asks how the process is: answered however much there is to do, without waiting. */
  isProbe?: boolean;
  /** Waits for threads that have a bound of their own: it has no place in the limit of the process. */
  isBoundedElsewhere?: boolean;
  /**
   * Reads thousands of values on the event loop: a few of these requests of an account run at a time, the others wait.
   * Only with `@Authorized`.
   */
  isLongRead?: boolean;
  /** The operation will go away at `sunset` (RFC 3339); `instead` says what to use. */
  deprecated?: { sunset: string; instead: string };
}

/** The access of a caller. Every operation names one; an operation that names none stops the start. */
export type Access = 'public' | 'refreshCookie';

const DESCRIPTION = Symbol('endpoint');
const ACCESS = Symbol('access');

/** Describes an operation. The method's name is its operationId. */
export function Endpoint(description: EndpointDescription): MethodDecorator {
  return (prototype, method) => Reflect.defineMetadata(DESCRIPTION, description, prototype, method);
}

/** Opens an operation, or every operation of a controller, to callers without credentials. */
export function Public(): MethodDecorator & ClassDecorator {
  return access('public');
}

/** The operation authenticates itself by the refresh cookie. */
export function ByRefreshCookie(): MethodDecorator {
  return access('refreshCookie');
}

// biome-ignore lint/suspicious/noExplicitAny: the two decorator types have incompatible parameters
function access(value: Access): any {
  return (target: object, method?: string | symbol) =>
    method === undefined
      ? Reflect.defineMetadata(ACCESS, value, (target as DtoClass).prototype)
      : Reflect.defineMetadata(ACCESS, value, target, method);
}

export function endpointOf(controller: DtoClass, method: string): EndpointDescription | undefined {
  return Reflect.getMetadata(DESCRIPTION, controller.prototype, method);
}

/** `undefined` when the operation says nothing (then it must carry `@Authorized`). */
export function accessOf(controller: DtoClass, method: string): Access | undefined {
  return Reflect.getMetadata(ACCESS, controller.prototype, method) ?? Reflect.getMetadata(ACCESS, controller.prototype);
}

/** Whether the response to a GET has an entity tag: JSON, images and archives do, streams do not. */
export const isTagged = ({ returns, alternatives }: EndpointDescription): boolean =>
  returns !== undefined ||
  ['image/svg+xml', 'image/png', 'application/zip'].some((type) => alternatives?.[type] !== undefined);

/** The status of success. */
export function successStatus(endpoint: EndpointDescription): number {
  return endpoint.status ?? (endpoint.returns || endpoint.alternatives ? 200 : 204);
}
