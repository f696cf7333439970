import 'reflect-metadata';
import type { ProblemCode } from './problem.js';
import type { ProblemForm } from './problem-form.js';
import type { DtoClass, Rule } from './rules.js';

/** The media type of server-sent events. */
export const eventStream = 'text/event-stream';
/** The media type of vector tiles (https://www.iana.org/assignments/media-types/application/vnd.mapbox-vector-tile). */
export const vectorTileType = 'application/vnd.mapbox-vector-tile';

/** Returns true for media types of JSON, also with a parameter, such as `application/stix+json;version=2.1`. */
export const isJsonType = (type: string): boolean => /[/+]json(?:;|$)/.test(type);

/**
 * The table of a CSV response: the name of the list with its rows, or a function that derives the table from the body.
 */
export type CsvSource = string | ((body: never) => CsvTable);

export interface CsvTable {
  columns: readonly string[];
  /** Rows, each with one value for every column. */
  rows: Iterable<readonly unknown[]>;
}

/** Kinds of attempts that are limited by address, for callers without an account. */
export type AttemptKind =
  | 'sign-in'
  | 'registration'
  | 'key-exchange'
  | 'password-reset'
  | 'shared-view'
  | 'app-registration'
  | 'app-token';

/** The description of a path parameter, such as `{id}` or `{symbol}`. */
export interface PathParameterDescription {
  description: string;
  rule: Rule;
  example?: unknown;
}

export type FeatureGeometry = 'Point' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';

/**
 * A kind of GeoJSON feature: its properties are the fields of a DTO, except fields in `without`, which the geometry or
 * the id already contains.
 */
export interface FeatureDescription {
  dto: DtoClass;
  without?: readonly string[];
  /** Schemas of properties that the DTO does not have, by name. */
  also?: Record<string, Record<string, unknown>>;
  geometry: readonly FeatureGeometry[];
  /** When the geometry is null, such as `without a position`; omitted if it never is. */
  nullGeometry?: string;
  /** Example of the feature's id. */
  id: string;
}

/** A GeoJSON response (RFC 7946): a Feature, or a FeatureCollection when `collection` is given. */
export interface GeoJsonDescription {
  features: readonly FeatureDescription[];
  /** DTO of the JSON form. All its fields except `items` and the fields in `without` are members of the collection. */
  collection?: DtoClass;
  without?: readonly string[];
}

/** A representation other than JSON. */
export interface Alternative {
  description: string;
  /** Example in the form in which it is sent. Default: a general example of the media type, if there is one. */
  example?: unknown;
  /**
   * For `text/event-stream`: the DTO in `data:` by the name in `event:`; `*` matches every name. Default: the DTO that
   * the operation returns, as `message`. The events that can end every stream (`reauth`, `error`) are added.
   */
  events?: Record<string, DtoClass>;
  /** For `application/geo+json`: the features of the response. */
  geoJson?: GeoJsonDescription;
  /** For a media type of JSON: the DTO of the body. */
  body?: DtoClass;
  /** For `application/x-ndjson`: the DTOs that a line can contain. */
  lines?: DtoClass[];
  /** For `text/event-stream`: true if the stream continues after the event that `Last-Event-ID` names. */
  resumes?: boolean;
}

/**
 * Kinds of work that keep the event loop or the database busy: `reads` of thousands of values, `searches` of texts, and
 * `briefings`. Only a few requests of an account in one lane run at a time; the others wait. A request must not wait
 * for another one in its own lane.
 */
export type Lane = 'reads' | 'searches' | 'briefings';

/** A WebSocket that an operation opens. */
export interface SocketDescription {
  /** Meaning of status 101. */
  description: string;
  /**
   * The DTO in `data` by the name in `event`, of the messages to the client. The events that can end every stream
   * (`reauth`, `error`) are added.
   */
  sends: Record<string, DtoClass>;
  /** The message of the client. */
  receives: DtoClass;
}

/**
 * The declaration of an operation. Tag, operationId, security, examples, headers and the usual errors
 * (problem-responses.ts) are inferred.
 */
export interface EndpointDescription {
  /** A few words in the imperative, such as "List the sessions". */
  summary: string;
  /** Meaning, order and limits that the schema does not state. */
  description: string;
  /** DTO class of a successful body; undefined means 204 without a body. */
  returns?: DtoClass;
  /** Status of success. Default: 200 with a body, 204 without. */
  status?: 200 | 201 | 202 | 204;
  /** Codes of problems that the operation can return in addition to the inferred ones. */
  errors?: ProblemCode[];
  /** True: the path ends with a slash, because the specification of the operation requires it. */
  endsWithSlash?: boolean;
  /** Form of errors that the specification of the operation requires. Default: problem documents (RFC 9457). */
  problemForm?: ProblemForm;
  /**
   * Other media types of a successful response, each with one sentence, as in
   * `{ 'image/svg+xml': 'The chart as an image.' }`.
   */
  alternatives?: Record<string, string | Alternative>;
  /** The table of `text/csv`, unless it is the list `items`: the name of another list, or a function of the body. */
  csv?: CsvSource;
  /** Descriptions of path parameters. `id` and `…Id` are UUIDs and may be omitted. */
  params?: Record<string, PathParameterDescription>;
  /**
   * Request media types in addition to JSON, each with one sentence, as in `{ 'text/csv': 'One transaction a line.' }`.
   */
  accepts?: Record<string, string | Alternative>;
  /** For a `FileBody`: its maximum size in bytes. Default: the maximum of other bodies. */
  maxBodyBytes?: number;
  /** Additional headers of a successful response, each with one sentence. */
  headers?: Record<string, string>;
  /** True: accepts `Idempotency-Key`, for POSTs that create. */
  idempotent?: boolean;
  /** With `idempotent`: the operation stores its keys itself, because its work takes too long for one transaction. */
  keepsKeys?: boolean;
  /** True: accepts `If-Match` with the resource's version tag, and returns 412 for an outdated one. */
  ifMatch?: boolean;
  /** True: a missing body is read as an empty object, because an earlier release had no body. */
  emptyBody?: boolean;
  /** True: the body is not read, because a standard fixes the request and callers may send any body or none. */
  ignoresBody?: boolean;
  /**
   * Scope that a personal key needs: the group's scope for reading or for writing, `any` when every key may call the
   * operation, or `session` when no key may. Default: reading for GET, else writing.
   */
  scope?: 'read' | 'write' | 'any' | 'session';
  /**
   * The access that a grant on the resource of the path must give, so that the operation runs for another account than
   * the owner (http/granted-access.ts). Default: the operation is for the owner alone.
   */
  granted?: 'read' | 'write';
  /**
   * Kinds of resources that query parameters may name, also those of other accounts that are granted to the caller: the
   * path of the kind by the name of the parameter. The operation still runs for the caller.
   */
  grantedParameters?: Readonly<Record<string, string>>;
  /**
   * True: takes the query parameter `onBehalfOf`, with which an account creates a record for another one that lets it
   * (http/granted-access.ts). Such a record must not read other resources of its owner.
   */
  delegable?: true;
  /** With `granted`: the response contains no amounts of money, so a grant without amounts suffices. */
  isFreeOfAmounts?: boolean;
  /** True: personal keys are accepted as bearer tokens, for clients that cannot exchange them for access tokens. */
  acceptsKeys?: boolean;
  /**
   * True: requests with unsupported methods are authenticated before the 405, for clients that send a GET to read the
   * challenge of the 401.
   */
  authenticatesAnyMethod?: boolean;
  /** Kind of attempts: requests are counted by client address before their body is read. */
  attempts?: AttemptKind;
  /** True: also open to accounts that must set up a second factor first. */
  withoutSecondFactor?: boolean;
  /** A request with `Upgrade: websocket` opens a WebSocket instead. */
  opensSocket?: SocketDescription;
  /** True: sets or clears the refresh cookie. */
  setsCookie?: boolean;
  /**
   * Other statuses whose body is also this operation's DTO, such as the 503 of a readiness report, each with one
   * sentence.
   */
  alsoReturns?: Record<number, string>;
  /** Other statuses of success without a body, each with one sentence. */
  alsoEmpty?: Record<number, string>;
  /** True: reports the health of the process and is answered without waiting, even under overload. */
  isProbe?: boolean;
  /** True: runs in threads with a limit of their own, so it does not count in the limit of the process. */
  isBoundedElsewhere?: boolean;
  /** The lane of the operation. Only with `@Authorized`. */
  lane?: Lane;
  /** The operation will be removed at `sunset` (RFC 3339); `instead` names the replacement. */
  deprecated?: { sunset: string; instead: string };
}

/**
 * Access without an access token. Every operation declares its access, here or by `@Authorized`; otherwise the start
 * fails.
 */
export type Access = 'public' | 'refreshCookie';

const DESCRIPTION = Symbol('endpoint');
const ACCESS = Symbol('access');

/** Method decorator: describes an operation, whose operationId is the method's name. */
export function Endpoint(description: EndpointDescription): MethodDecorator {
  return (prototype, method) => Reflect.defineMetadata(DESCRIPTION, description, prototype, method);
}

/** Decorator: opens an operation, or all operations of a controller, to callers without credentials. */
export function Public(): MethodDecorator & ClassDecorator {
  return access('public');
}

/** Method decorator: the operation authenticates its caller by the refresh cookie. */
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

/** Returns the declared access; `undefined` if the endpoint declares no access, which requires `@Authorized`. */
export function accessOf(controller: DtoClass, method: string): Access | undefined {
  return Reflect.getMetadata(ACCESS, controller.prototype, method) ?? Reflect.getMetadata(ACCESS, controller.prototype);
}

/** Returns true if responses to a GET have an entity tag: JSON, images, tiles and archives do, streams do not. */
export const isTagged = ({ returns, alternatives = {} }: EndpointDescription): boolean =>
  returns !== undefined ||
  Object.keys(alternatives).some(isJsonType) ||
  ['image/svg+xml', 'image/png', 'application/zip', vectorTileType].some((type) => alternatives[type] !== undefined);

/** Returns the status of success. */
export function successStatus(endpoint: EndpointDescription): number {
  return endpoint.status ?? (endpoint.returns || endpoint.alternatives ? 200 : 204);
}
