import { eventStream } from '../api/endpoint.js';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Reference,
  type Response,
} from '../api/open-api-document.js';
import type { Schema } from '../api/rules.js';
import { parameterOf, reachableFrom } from './references.js';

interface Message {
  name: string;
  contentType: string;
  summary?: string;
  description?: string;
  payload: unknown;
  headers?: Schema;
  examples?: Array<{ payload: unknown }>;
}

interface Channel {
  /** Address of the channel; null for webhooks, because each endpoint has its own URL. */
  address: string | null;
  title?: string;
  description: string;
  servers: Reference[];
  parameters?: Record<string, { description: string }>;
  messages: Record<string, Message>;
  bindings?: Record<string, unknown>;
}

interface AsyncOperation {
  action: 'send' | 'receive';
  channel: Reference;
  title: string;
  summary: string;
  description?: string;
  tags: Array<{ name: string }>;
  security?: Reference[];
  bindings?: Record<string, unknown>;
  messages: Reference[];
}

/** The subset of AsyncAPI 3.0 that this project uses. */
export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string; license: object; contact: object };
  defaultContentType: string;
  servers: Record<string, object>;
  channels: Record<string, Channel>;
  operations: Record<string, AsyncOperation>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

interface Stream extends PlacedOperation {
  content: MediaType;
  parameters: Parameter[];
}

const DESCRIPTION = `The streams (Server-Sent Events over HTTP), WebSockets and webhooks (CloudEvents over HTTP, signed by Standard Webhooks)
of this service. \`/openapi.json\` describes all of its operations.`;
const JSON_TYPE = 'application/json';
const WEBHOOKS = 'webhooks';
const BINDING_VERSION = '0.3.0';
/** The version of the binding of WebSockets. */
const SOCKET_BINDING_VERSION = '0.1.0';
/** Keys of the servers: this service, which sends streams and opens WebSockets, and the receivers of webhooks. */
const SERVICE = 'service';
const SOCKETS = 'sockets';
const RECEIVER = 'receiver';

/** Returns a valid key of AsyncAPI (letters, digits, `_`, `-` and `.`) for an event name. */
const keyOf = (name: string): string => (name === '*' ? 'any' : name);

const serverReference = (key: string): Reference => ({ $ref: `#/servers/${key}` });

/** Returns a reference to a message by its key in a channel. */
const messageReference = (channel: string, key: string): Reference => ({
  $ref: `#/channels/${channel}/messages/${key}`,
});

/** Converts OpenAPI schemas to AsyncAPI, in which a discriminator is only the name of the property. */
function asyncSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asyncSchema);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = (inner as { propertyName?: unknown } | null)?.propertyName;
      return key === 'discriminator' && typeof name === 'string' ? [key, name] : [key, asyncSchema(inner)];
    }),
  );
}

function streamsOf(document: OpenApiDocument): Stream[] {
  return operationsOf(document).flatMap((placed) => {
    const response = placed.operation.responses['200'];
    const content = response !== undefined && 'content' in response ? response.content?.[eventStream] : undefined;
    return content === undefined ? [] : [{ ...placed, content, parameters: parametersOf(document, placed.operation) }];
  });
}

const parametersOf = (document: OpenApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((one) => parameterOf(document, one));

/** Returns an object schema of the parameters at a place, such as the query; undefined without parameters. */
function parameterSchema(parameters: readonly Parameter[], place: Parameter['in']): Schema | undefined {
  const chosen = parameters.filter((parameter) => parameter.in === place);
  if (chosen.length === 0) return undefined;
  const properties = chosen.map(
    ({ name, schema, description }) => [name, asyncSchema({ ...schema, description })] as const,
  );
  const required = chosen.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  } as Schema;
}

const schemeReferences = (security: Operation['security']): Reference[] =>
  security.flatMap((one) => Object.keys(one)).map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));

function streamChannel({ path, operation, content, parameters }: Stream): Channel {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const named = Object.fromEntries(inPath.map(({ name, description }) => [name, { description }]));
  const messages = Object.entries(content['x-events'] ?? {}).map(([name, payload]): [string, Message] => [
    keyOf(name),
    {
      name,
      contentType: JSON_TYPE,
      summary: name === '*' ? 'An event; its type is the name.' : `The event \`${name}\`.`,
      payload,
    },
  ]);
  return {
    address: path,
    servers: [serverReference(SERVICE)],
    title: operation.summary,
    description: String(content.schema.description),
    ...(inPath.length === 0 ? {} : { parameters: named }),
    messages: Object.fromEntries(messages),
  };
}

function streamOperation({ method, operation, content, parameters }: Stream): AsyncOperation {
  const query = parameterSchema(parameters, 'query');
  return {
    action: 'send',
    channel: { $ref: `#/channels/${operation.operationId}` },
    title: operation.summary,
    summary: operation.summary,
    description: operation.description,
    tags: operation.tags.map((name) => ({ name })),
    security: schemeReferences(operation.security),
    bindings: {
      http: {
        method: method.toUpperCase(),
        ...(query === undefined ? {} : { query }),
        bindingVersion: BINDING_VERSION,
      },
    },
    messages: Object.keys(content['x-events'] ?? {}).map((name) =>
      messageReference(operation.operationId, keyOf(name)),
    ),
  };
}

interface Socket extends PlacedOperation {
  messages: NonNullable<Response['x-socket']>;
  parameters: Parameter[];
}

function socketsOf(document: OpenApiDocument): Socket[] {
  return operationsOf(document).flatMap((placed) => {
    const response = placed.operation.responses['101'];
    const messages = response !== undefined && 'x-socket' in response ? response['x-socket'] : undefined;
    return messages === undefined
      ? []
      : [{ ...placed, messages, parameters: parametersOf(document, placed.operation) }];
  });
}

/** Key of the message of the client. */
const REQUEST = 'request';

function socketChannel({ path, operation, messages: { sends, receives }, parameters }: Socket): Channel {
  const query = parameterSchema(parameters, 'query');
  const sent = Object.entries(sends).map(([name, data]): [string, Message] => [
    name,
    {
      name,
      contentType: JSON_TYPE,
      summary: `The event \`${name}\`.`,
      payload: { type: 'object', required: ['event', 'data'], properties: { event: { const: name }, data } },
    },
  ]);
  const request: Message = {
    name: REQUEST,
    contentType: JSON_TYPE,
    summary: 'A message of the client.',
    payload: receives,
  };
  return {
    address: path,
    servers: [serverReference(SOCKETS)],
    title: operation.summary,
    description: operation.description ?? operation.summary,
    messages: { ...Object.fromEntries(sent), [REQUEST]: request },
    bindings: {
      ws: {
        method: 'GET',
        ...(query === undefined ? {} : { query }),
        bindingVersion: SOCKET_BINDING_VERSION,
      },
    },
  };
}

/** Returns the two operations of a WebSocket by their keys: what the service sends, and what it receives. */
function socketOperations({ operation, messages: { sends } }: Socket): Array<[string, AsyncOperation]> {
  const { operationId, summary, tags, security } = operation;
  const common = {
    channel: { $ref: `#/channels/${operationId}` },
    title: summary,
    summary,
    tags: tags.map((name) => ({ name })),
    security: schemeReferences(security),
  };
  const sent = Object.keys(sends).map((name) => messageReference(operationId, name));
  return [
    [operationId, { action: 'send', ...common, messages: sent }],
    [`${operationId}Request`, { action: 'receive', ...common, messages: [messageReference(operationId, REQUEST)] }],
  ];
}

/** Lists the webhooks. @returns the type of each webhook with its operation in the OpenAPI description */
const webhooksOf = ({ webhooks = {} }: OpenApiDocument): Array<[string, Operation]> =>
  Object.entries(webhooks).map(([type, item]) => [type, item.post as Operation]);

function webhookMessage(document: OpenApiDocument, type: string, operation: Operation): Message {
  const [[contentType, { schema, example }] = ['', { schema: {} } as MediaType]] = Object.entries(
    operation.requestBody?.content ?? {},
  );
  const headers = parameterSchema(parametersOf(document, operation), 'header');
  return {
    name: type,
    contentType,
    summary: operation.summary,
    description: operation.description,
    payload: schema,
    ...(headers === undefined ? {} : { headers }),
    ...(example === undefined ? {} : { examples: [{ payload: example }] }),
  };
}

function webhookChannel(document: OpenApiDocument): Channel {
  return {
    address: null,
    servers: [serverReference(RECEIVER)],
    title: 'Webhooks',
    description:
      'Requests to the URL of each webhook endpoint (`POST /webhooks/endpoints`), one for each event that it takes.',
    messages: Object.fromEntries(
      webhooksOf(document).map(([type, operation]) => [type, webhookMessage(document, type, operation)]),
    ),
  };
}

const webhookOperation = (type: string, { summary, description, tags }: Operation): AsyncOperation => ({
  action: 'send',
  channel: { $ref: `#/channels/${WEBHOOKS}` },
  title: summary,
  summary,
  description,
  tags: tags.map((name) => ({ name })),
  bindings: { http: { method: 'POST', bindingVersion: BINDING_VERSION } },
  messages: [messageReference(WEBHOOKS, type)],
});

/**
 * Returns the server of this service at its public address; without one, at a host that readers must fill in.
 * @param http `http` for requests, `ws` for WebSockets; an address with TLS gets an `s`
 */
function serviceAt(address: string | undefined, http: 'http' | 'ws'): object {
  if (address === undefined) {
    const host = { default: 'localhost:3000', description: 'Host and port of this service.' };
    return { host: '{host}', protocol: http, variables: { host }, description: 'This service.' };
  }
  const { host, protocol, pathname } = new URL(address);
  const path = pathname === '/' ? {} : { pathname };
  const secure = protocol === 'https:' ? 's' : '';
  return { host, protocol: `${http}${secure}`, ...path, description: 'The public address of this service.' };
}

/** The server of webhooks: receivers have their own hosts. */
const receiver = {
  host: '{host}',
  protocol: 'https',
  variables: { host: { description: 'The host in the URL of the webhook endpoint.' } },
  description: 'The receiver of a webhook endpoint.',
};

/** Returns the schemas that a part refers to, directly or indirectly. */
function schemasOf(document: OpenApiDocument, part: unknown): Record<string, unknown> {
  const found = reachableFrom(document, part);
  const names = Object.keys(document.components.schemas).filter((name) => found.has(`#/components/schemas/${name}`));
  return Object.fromEntries(names.map((name) => [name, asyncSchema(document.components.schemas[name])]));
}

function securitySchemesOf(
  { components }: OpenApiDocument,
  operations: readonly AsyncOperation[],
): Record<string, unknown> {
  const used = new Set(operations.flatMap(({ security = [] }) => security.map(({ $ref }) => $ref.split('/').at(-1))));
  return Object.fromEntries(
    Object.entries(components.securitySchemes)
      .filter(([name]) => used.has(name))
      // AsyncAPI uses the type `httpApiKey` for API keys in a parameter.
      .map(([name, scheme]) => [name, scheme.type === 'apiKey' ? { ...scheme, type: 'httpApiKey' } : scheme]),
  );
}

/**
 * Returns the streams, WebSockets and webhooks of a service as AsyncAPI 3.0, derived from the OpenAPI description,
 * which is not changed.
 * @param address absolute URL of the service; undefined if unknown
 */
export function asyncApiOf(document: OpenApiDocument, address?: string): AsyncApiDocument {
  const streams = streamsOf(document);
  const sockets = socketsOf(document);
  const channels = Object.fromEntries([
    ...streams.map((stream) => [stream.operation.operationId, streamChannel(stream)]),
    ...sockets.map((socket) => [socket.operation.operationId, socketChannel(socket)]),
    [WEBHOOKS, webhookChannel(document)],
  ]) as Record<string, Channel>;
  const operations = Object.fromEntries([
    ...streams.map((stream) => [stream.operation.operationId, streamOperation(stream)]),
    ...sockets.flatMap(socketOperations),
    ...webhooksOf(document).map(([type, operation]) => [operation.operationId, webhookOperation(type, operation)]),
  ]) as Record<string, AsyncOperation>;
  const { title, version, license, contact } = document.info;
  const { name, identifier } = license as { name: string; identifier: string };
  return {
    asyncapi: '3.0.0',
    info: {
      title,
      version,
      description: DESCRIPTION,
      license: { name, url: `https://spdx.org/licenses/${identifier}.html` },
      contact,
    },
    defaultContentType: JSON_TYPE,
    servers: {
      [SERVICE]: serviceAt(address, 'http'),
      ...(sockets.length === 0 ? {} : { [SOCKETS]: serviceAt(address, 'ws') }),
      [RECEIVER]: receiver,
    },
    channels,
    operations,
    components: {
      schemas: schemasOf(document, { channels, operations }),
      securitySchemes: securitySchemesOf(document, Object.values(operations)),
    },
  };
}
