import { type Components, componentName, schemaReference } from '../api/components.js';
import {
  type Alternative,
  type EndpointDescription,
  eventStream,
  isJsonType,
  type SocketDescription,
  vectorTileType,
} from '../api/endpoint.js';
import { exampleOf } from '../api/examples.js';
import type { MediaType, Reference, Response } from '../api/open-api-document.js';
import { ProblemDto } from '../api/problem.dto.js';
import type { DtoClass, Schema } from '../api/rules.js';
import { schemaOf } from '../api/schemas.js';
import { ReauthenticationRequiredDto } from '../http/stream/reauth.dto.js';
import { geoJsonReference } from './geojson-schemas.js';

/**
 * Maximum length of request and response bodies that the OpenAPI description states (characters). Streams are
 * unlimited.
 */
const MAX_BODY_LENGTH = 100_000_000;
const binary: Schema = { type: 'string', format: 'binary', maxLength: MAX_BODY_LENGTH };
const stream: Schema = { type: 'string', maxLength: Number.MAX_SAFE_INTEGER };

const isText = (type: string) => /^text\/|[/+]xml$|svg|ndjson|jsonl|graphml/.test(type);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><path d="M0 30 L50 10 L100 20"/></svg>';
const known: Record<string, unknown> = {
  'image/svg+xml': svg,
  'application/geo+json': { type: 'FeatureCollection', features: [] },
  'application/x-ndjson': '{"time":"2026-11-20T23:15:00.000Z"}\n',
  'text/csv': 'time,value\n2026-11-20T23:15:00.000Z,1\n',
  // The PNG signature, with which every PNG begins.
  'image/png': '\u0089PNG\r\n\u001a\n',
  // A tile with the empty layer `land`, version 2.
  [vectorTileType]: '\u001a\u0008\u000a\u0004land\u0078\u0002',
  'text/plain': 'ok\n',
};

/** Event type that clients assign to an event without a name. */
const unnamed = 'message';
/** Events that can end every stream. */
const endings: Record<string, DtoClass> = { reauth: ReauthenticationRequiredDto, error: ProblemDto };

/** Returns the events of a stream by name: the declared ones, else the operation's own DTO as an unnamed message. */
function eventsOf(endpoint: EndpointDescription, { events }: Alternative): Record<string, DtoClass> {
  return events ?? (endpoint.returns ? { [unnamed]: endpoint.returns } : {});
}

/**
 * Returns an example stream with one frame for each kind of event, as sent; only a heartbeat when no events are
 * declared.
 */
function frames(events: Record<string, DtoClass>): string {
  const named = (name: string) => (name === unnamed ? '' : `event: ${name}\n`);
  const shown = Object.entries(events).map(
    ([name, dto]) => `${named(name)}data: ${JSON.stringify(exampleOf(dto))}\n\n`,
  );
  return shown.join('') || ': heartbeat\n\n';
}

function streamContent(said: Alternative, endpoint: EndpointDescription): MediaType {
  const events = eventsOf(endpoint, said);
  const all = { ...events, ...endings };
  const byName = Object.fromEntries(Object.entries(all).map(([name, dto]) => [name, schemaReference(dto)]));
  // The content of `data:`. `contentSchema` is the only keyword of JSON Schema 2020-12 for the content of a text.
  const contentSchema = { anyOf: [...new Set(Object.values(all))].map(schemaReference) };
  const schema = { ...stream, description: said.description, contentMediaType: eventStream, contentSchema };
  return { schema, example: said.example ?? frames(events), 'x-events': byName };
}

/** Returns the schema of a text of lines; `contentSchema` describes a single line. */
function linesContent(type: string, { description, lines = [] }: Alternative): Schema {
  const held = lines.map(schemaReference);
  return {
    ...stream,
    description,
    contentMediaType: type,
    contentSchema: held.length === 1 ? held[0] : { anyOf: held },
  };
}

/**
 * Returns the response that opens a WebSocket. `x-socket` describes its messages, for the AsyncAPI description. Their
 * schemas are inline, because references in extensions do not count as uses of a component.
 */
export function socketResponse(
  { description, sends, receives }: SocketDescription,
  headers: Record<string, Reference>,
): Response {
  const declared = Object.entries(sends).map(([name, dto]) => [name, schemaOf(dto, componentName, false)]);
  const ends = Object.entries(endings).map(([name, dto]) => [name, schemaReference(dto)]);
  const request = schemaOf(receives, componentName, true);
  return { description, headers, 'x-socket': { sends: Object.fromEntries([...declared, ...ends]), receives: request } };
}

/** Registers the classes of an operation's other media types with the components. */
export function useEvents(endpoint: EndpointDescription, components: Components): void {
  for (const said of Object.values(endpoint.alternatives ?? {}))
    if (typeof said === 'object')
      for (const dto of [...(said.lines ?? []), ...(said.body === undefined ? [] : [said.body])])
        components.use(dto, 'response');
  const said = endpoint.alternatives?.[eventStream];
  if (said === undefined) return;
  const events = typeof said === 'string' ? {} : said.events;
  for (const dto of Object.values({ ...events, ...endings })) components.use(dto, 'response');
}

/** Returns the content of a request body without a DTO class: text, or JSON in a foreign format. */
export function requestContent(type: string, said: string | Alternative): MediaType {
  const { description, example = known[type] } = typeof said === 'string' ? { description: said } : said;
  const schema: Schema = isJsonType(type)
    ? { type: 'object', description, additionalProperties: true }
    : { type: 'string', description, contentMediaType: type, maxLength: MAX_BODY_LENGTH };
  return { schema, ...(example === undefined ? {} : { example }) };
}

/** Returns the content of one media type other than JSON. */
export function alternativeContent(
  type: string,
  said: string | Alternative,
  endpoint: EndpointDescription,
  components: Components,
): MediaType {
  const alternative = typeof said === 'string' ? { description: said } : said;
  const { description } = alternative;
  if (type === eventStream) return streamContent(alternative, endpoint);
  const example = alternative.example ?? known[type];
  const shown = example === undefined ? {} : { example };
  if (alternative.geoJson !== undefined)
    return { schema: { ...geoJsonReference(alternative.geoJson, components), description } };
  if (alternative.body !== undefined) return { schema: schemaReference(alternative.body) };
  if (alternative.lines !== undefined) return { schema: linesContent(type, alternative), ...shown };
  if (isText(type)) return { schema: { type: 'string', description, maxLength: MAX_BODY_LENGTH }, ...shown };
  if (isJsonType(type)) return { schema: { type: 'object', description }, ...shown };
  return { schema: { ...binary, description, contentMediaType: type }, ...shown };
}
