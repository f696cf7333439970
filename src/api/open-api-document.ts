import type { Schema } from './rules.js';

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required: boolean;
  explode?: boolean;
  deprecated?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
  /** For a stream: the content of `data:` by the name in `event:`. OpenAPI itself cannot express it. */
  'x-events'?: Record<string, { $ref: string }>;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
  links?: Record<string, { operationId: string; description: string; parameters: Record<string, string> }>;
  /** The messages of a WebSocket: schemas of the messages to the client by `event`, and of those of the client. */
  'x-socket'?: { sends: Record<string, Schema>; receives: Schema };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: true;
  security: Array<Record<string, string[]>>;
  parameters?: Array<Parameter | Reference>;
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  [extension: `x-${string}`]: unknown;
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
export type Method = (typeof methods)[number];
export type PathItem = Partial<Record<Method, Operation>>;

/** The subset of OpenAPI 3.1 that this project uses. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string; contact: object; license: object };
  externalDocs: { url: string; description: string };
  servers: Array<{ url: string; description: string; 'x-internal': boolean }>;
  /** Default security of operations, which this project never uses. */
  security?: Array<Record<string, string[]>>;
  tags: Array<{ name: string; description: string }>;
  'x-tagGroups': Array<{ name: string; tags: string[] }>;
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, Schema>;
  };
}

/** An operation with its path and method. */
export interface PlacedOperation {
  path: string;
  method: Method;
  operation: Operation;
}

/** Returns all operations of `paths`, in the order of the document. */
export function operationsOf({ paths }: Pick<OpenApiDocument, 'paths'>): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}
