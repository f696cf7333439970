import { type CsvSource, type EndpointDescription, eventStream } from '../api/endpoint.js';
import { Dto, Field, fieldsOf } from '../api/field.js';
import { choice, type DtoClass, flag, integer, optional, uuid } from '../api/rules.js';
import { htmlType } from './html-response.js';
import { pngType, svgType } from './svg-response.js';
import { TICKET_EXAMPLE, ticketRule } from './ticket-parameter.js';

export const jsonType = 'application/json';
export const csvType = 'text/csv';

/**
 * Short names of media types, the values of the parameter `format`. Types without a short name, such as streams, are
 * chosen only by `Accept`.
 */
const formatNames: Readonly<Record<string, string>> = {
  [jsonType]: 'json',
  'application/geo+json': 'geojson',
  [csvType]: 'csv',
  'application/gpx+xml': 'gpx',
  'application/vnd.google-earth.kml+xml': 'kml',
  'application/graphml+xml': 'graphml',
  'text/calendar': 'ics',
  'application/stix+json;version=2.1': 'stix',
  [svgType]: 'svg',
  [pngType]: 'png',
  [htmlType]: 'html',
};

/**
 * Returns the list of a response that becomes the CSV table: the list that the operation names, else a list of objects
 * named `items`; undefined without either.
 */
export function csvSourceOf({ returns, csv }: EndpointDescription): CsvSource | undefined {
  if (returns === undefined || csv !== undefined) return csv;
  return rowClassOf(returns, 'items') === undefined ? undefined : 'items';
}

/** Returns the DTO class of the items in a list of `dto`; undefined when `dto` has no such list. */
export function rowClassOf(dto: DtoClass, list: string): DtoClass | undefined {
  const rule = fieldsOf(dto).find(({ name }) => name === list)?.rule;
  return rule?.items === undefined ? undefined : rule.nested?.();
}

/**
 * Returns the media types of a successful response, the preferred one first. A GET that returns a table also has CSV,
 * and a GET that returns JSON or SVG also has PNG.
 */
export function mediaTypesOf(endpoint: EndpointDescription, isGet: boolean): string[] {
  const declared = [...(endpoint.returns ? [jsonType] : []), ...Object.keys(endpoint.alternatives ?? {})];
  const hasTable = isGet && csvSourceOf(endpoint) !== undefined;
  const hasImage = isGet && endpoint.returns !== undefined && declared.includes(svgType);
  return [...new Set([...declared, ...(hasTable ? [csvType] : []), ...(hasImage ? [pngType] : [])])];
}

/** Returns the media types of an operation by their names in `format`; empty when there is only one. */
export function formatsOf(mediaTypes: readonly string[]): Map<string, string> {
  const named = mediaTypes.flatMap((type) =>
    formatNames[type] === undefined ? [] : [[formatNames[type], type] as const],
  );
  return new Map(named.length > 1 ? named : []);
}

/** Query parameters that the HTTP layer handles; controllers do not receive them. */
export interface FormatQuery {
  format?: string;
  scale?: number;
  bom?: boolean;
  ticket?: string;
  onBehalfOf?: string;
}

const extended = new WeakMap<DtoClass, Map<string, DtoClass>>();
class NoQuery {}

/**
 * Returns true when an operation with an access token also accepts a ticket: when it returns a stream, an image or a
 * page or opens a WebSocket, which browsers request without a header. Other operations accept none, because a new
 * parameter changes the calls of generated clients, and a ticket in a URL should give little access. A ticket is not
 * described as a security scheme: as an alternative in `security`, generated clients would put the access token into
 * the URL.
 */
export const takesTicket = ({ opensSocket }: EndpointDescription, mediaTypes: readonly string[]): boolean =>
  opensSocket !== undefined || [eventStream, svgType, pngType, htmlType].some((type) => mediaTypes.includes(type));

/**
 * Returns the query DTO with the parameters that the HTTP layer adds: `format` where there are several formats, `scale`
 * where one of them is PNG, `bom` where one is CSV, `ticket` where tickets are accepted, and `onBehalfOf` where records
 * can be created for other accounts. Equal arguments return the same class.
 */
export function queryWithFormat(
  query: DtoClass | undefined,
  endpoint: EndpointDescription,
  mediaTypes: readonly string[],
  isAuthorized: boolean,
): DtoClass | undefined {
  const names = [...formatsOf(mediaTypes).keys()];
  const has: Added = {
    png: mediaTypes.includes(pngType),
    csv: mediaTypes.includes(csvType),
    ticket: isAuthorized && takesTicket(endpoint, mediaTypes),
    onBehalfOf: endpoint.delegable === true,
  };
  if (names.length === 0 && !Object.values(has).includes(true)) return query;
  const base = query ?? NoQuery;
  const known = extended.get(base) ?? new Map<string, DtoClass>();
  extended.set(base, known);
  const question = `${has.ticket} ${has.onBehalfOf} ${mediaTypes.join()}`;
  const made = known.get(question) ?? extendedQuery(base as new () => object, names, has);
  known.set(question, made);
  return made;
}

/** Whether an operation returns PNG or CSV, accepts tickets, and creates records for other accounts. */
type Added = Readonly<Record<'png' | 'csv' | 'ticket' | 'onBehalfOf', boolean>>;

function extendedQuery(base: new () => object, names: readonly string[], has: Added): DtoClass {
  @Dto('The query of an operation, and in which format it answers.')
  class QueryWithFormat extends base {}
  const add = (name: keyof FormatQuery, field: PropertyDecorator) => field(QueryWithFormat.prototype, name);
  const scale = 'For a PNG, pixels for each CSS pixel; at most 16 million in all.';
  if (has.png) add('scale', Field(scale, optional(integer(1, 3)), { omitFromExample: true, default: 1, example: 2 }));
  const format = 'The format of the response. It takes precedence over `Accept`.';
  if (names.length > 0)
    add('format', Field(format, optional(choice(names)), { omitFromExample: true, example: names[1] }));
  const bom =
    'True: a CSV begins with a byte-order mark, by which Excel recognizes UTF-8; `Accept: text/csv; ' +
    'charset=utf-8-bom` does the same. Ignored for other formats.';
  if (has.csv) add('bom', Field(bom, optional(flag()), { omitFromExample: true, default: false, example: true }));
  const ticket =
    'A ticket for this path from `POST /auth/tickets`, for callers that cannot send the header ' +
    '`Authorization`. Ignored if the `Authorization` header is sent.';
  if (has.ticket)
    add('ticket', Field(ticket, optional(ticketRule()), { omitFromExample: true, example: TICKET_EXAMPLE }));
  const onBehalfOf =
    'Id of an account that lets you create records in it (a grant of the kind `account`). The record belongs to that ' +
    'account, and you may use it as your grant says.';
  if (has.onBehalfOf)
    add(
      'onBehalfOf',
      Field(onBehalfOf, optional(uuid()), { omitFromExample: true, example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' }),
    );
  return QueryWithFormat;
}
