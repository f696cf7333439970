import type { Components } from './components.js';
import type { Alternative, DtoClass, EndpointDescription } from './endpoint.js';
import { exampleOf } from './examples.js';
import type { MediaType } from './open-api-document.js';
import type { Schema } from './rules.js';

const binary: Schema = { type: 'string', format: 'binary', maxLength: 100_000_000 };

const isText = (type: string) => /^text\/|[/+]xml$|svg|ndjson|jsonl|graphml/.test(type);
const isJson = (type: string) => /[/+]json$/.test(type);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><path d="M0 30 L50 10 L100 20"/></svg>';
const known: Record<string, unknown> = {
  'image/svg+xml': svg,
  'application/geo+json': { type: 'FeatureCollection', features: [] },
  'application/x-ndjson': '{"time":"2026-11-20T23:15:00.000Z"}\n',
  'text/csv': 'time,value\n2026-11-20T23:15:00.000Z,1\n',
  'text/plain': 'ok\n',
};

/** The events of a stream: by name as declared, else the operation's own DTO as an unnamed message. */
function eventsOf(endpoint: EndpointDescription, { events }: Alternative): Array<[string | undefined, DtoClass]> {
  if (events) return Object.entries(events);
  return endpoint.returns ? [[undefined, endpoint.returns]] : [];
}

/** One frame per kind of event, as it goes over the wire; the heartbeat, which every stream has, when no events are declared. */
function frames(events: Array<[string | undefined, DtoClass]>): string {
  if (events.length === 0) return ': heartbeat\n\n';
  return events.map(([name, dto]) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(exampleOf(dto))}\n\n`).join('');
}

/** Tells the components which classes the streams of an operation carry. */
export function useEvents(endpoint: EndpointDescription, components: Components): void {
  for (const said of Object.values(endpoint.alternatives ?? {})) {
    if (typeof said === 'string') continue;
    for (const dto of Object.values(said.events ?? {})) components.use(dto, 'response');
  }
}

/** A request body that is not JSON. */
export function requestContent(type: string, said: string | Alternative): MediaType {
  const { description, example = known[type] } = typeof said === 'string' ? { description: said } : said;
  const schema = { type: 'string', description, contentMediaType: type, maxLength: 100_000_000 };
  return { schema, ...(example === undefined ? {} : { example }) };
}

/** The content of one representation beside JSON. */
export function alternativeContent(type: string, said: string | Alternative, endpoint: EndpointDescription, components: Components): MediaType {
  const alternative = typeof said === 'string' ? { description: said } : said;
  const { description } = alternative;
  if (type === 'text/event-stream') {
    const events = eventsOf(endpoint, alternative);
    const payloads = [...new Set(events.map(([, dto]) => dto))].map((dto) => components.reference(dto, 'response'));
    // What `data:` holds; contentSchema is the one keyword of 2020-12 for what text contains.
    const contentSchema = payloads.length === 1 ? payloads[0] : { anyOf: payloads };
    const schema = { type: 'string', description, contentMediaType: type, ...(payloads.length > 0 ? { contentSchema } : {}) };
    return { schema, example: alternative.example ?? frames(events) };
  }
  const example = alternative.example ?? known[type];
  const shown = example === undefined ? {} : { example };
  if (isText(type)) return { schema: { type: 'string', description }, ...shown };
  if (isJson(type)) return { schema: { type: 'object', description }, ...shown };
  return { schema: { ...binary, description, contentMediaType: type }, ...shown };
}
