import type {
  Header,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
} from '../../src/api/open-api-document.js';
import type { Schema } from '../../src/api/rules.js';
import { resolve } from '../../src/openapi/references.js';
import { type Complain, operationsOf } from './scorecard.js';

interface Place {
  path: string;
  method: string;
  operation: Operation;
}

const follow = <T extends object>(document: OpenApiDocument, value: T | Reference): T =>
  '$ref' in value ? (resolve(document, (value as Reference).$ref) as T) : (value as T);

const isSecured = ({ security }: Operation) =>
  (security ?? []).some((requirement) => Object.keys(requirement).length > 0);
/** Statuses that are sent before an account is known, so without limit headers. */
const beforeAccounts = ['414', '431'];
const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy'];

function checkIdentity(document: OpenApiDocument, { path, method, operation }: Place, complain: Complain): void {
  const where = `${method.toUpperCase()} ${path}`;
  for (const key of ['operationId', 'summary', 'description'] as const)
    if (!operation[key]) complain(`${where} has no ${key}`);
  if (operation.tags.length !== 1) complain(`${where} has not one tag`);
  for (const tag of operation.tags)
    if (!document.tags.some(({ name }) => name === tag)) complain(`${where}: ${tag} is no tag`);
  if (!Array.isArray(operation.security)) complain(`${where} has no explicit security`);
  if (operation.deprecated && !operation['x-sunset']) complain(`${where} is deprecated without x-sunset`);
}

/** Returns the statuses that must be documented for an operation. */
function statusesOf({ path, operation }: Place, names: readonly string[]): string[] {
  return [
    ...['400', '414', '431', '500', '503'],
    ...(isSecured(operation) ? ['401', '403', '429'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(operation.requestBody ? ['413', '415'] : []),
    ...(names.includes('If-Match') ? ['412'] : []),
    ...(names.includes('If-None-Match') ? ['304'] : []),
    // Without an account, a key has no owner: its reuse with another request is not reported, which reveals nothing
    // about the first request.
    ...(names.includes('Idempotency-Key') ? ['409', ...(isSecured(operation) ? ['422'] : [])] : []),
  ];
}

function checkProblem(response: Response, status: string, where: string, complain: Complain): void {
  const inTaxii = response.content?.['application/taxii+json;version=2.1'];
  if (inTaxii) {
    for (const { value } of Object.values(inTaxii.examples ?? {}))
      if ((value as { http_status: string }).http_status !== status)
        complain(`${where}: an example is of another kind`);
    return;
  }
  const media = response.content?.['application/problem+json'];
  if (!media) complain(`${where} is not a problem`);
  const examples = Object.values(media?.examples ?? {});
  if (examples.length === 0) complain(`${where} has no example`);
  for (const { value } of examples) {
    const problem = value as { type: string; code: string; status: number };
    if (problem.type !== `/problems/${problem.code}` || String(problem.status) !== status)
      complain(`${where}: the example ${problem.code} is of another kind`);
  }
}

/** Returns whether an example can be composed from the examples of the fields, as the documentation pages do. */
function composes(document: OpenApiDocument, schema: Schema, open: readonly Schema[] = []): boolean {
  const own = follow<Schema>(document, schema as never);
  if (own.examples || own.enum || own.default !== undefined || open.includes(own)) return true;
  const parts = [
    own.items ?? [],
    Object.values(own.properties ?? {}),
    own.oneOf ?? [],
    own.anyOf ?? [],
  ].flat() as Schema[];
  if (parts.length > 0) return parts.every((part) => composes(document, part, [...open, own]));
  return own.type !== 'string' || ['uuid', 'date-time', 'date', 'email'].includes(String(own.format));
}

function checkBody(
  document: OpenApiDocument,
  media: MediaType,
  type: string,
  where: string,
  complain: Complain,
  isResponse = false,
): void {
  const isComposed = isResponse && /[/+]json(?:;|$)/.test(type) && composes(document, media.schema);
  if (media.example === undefined && media.examples === undefined && !isComposed)
    complain(`${where} ${type} has no example`);
  if (type !== 'text/event-stream') return;
  if (!/^(?:: .*|(?:event|id|data): .*)\n(?:.*\n)*\n$/.test(String(media.example))) complain(`${where} shows no frame`);
  if (/^data:/m.test(String(media.example)) && !media.schema.contentSchema)
    complain(`${where} does not say what its events hold`);
}

function checkHeaders(
  document: OpenApiDocument,
  response: Response,
  wanted: readonly string[],
  where: string,
  complain: Complain,
): void {
  const headers = response.headers ?? {};
  for (const name of wanted) if (!headers[name]) complain(`${where} has no ${name}`);
  for (const [name, header] of Object.entries(headers))
    if (!follow<Header>(document, header).description) complain(`${where}: ${name} has no description`);
}

/** Returns the headers that a response must have. */
function headersOf({ method, operation }: Place, status: string, isJson: boolean): string[] {
  const success = status.startsWith('2');
  return [
    'X-Request-Id',
    ...(operation.security?.some((requirement) => 'BearerJWT' in requirement) && !beforeAccounts.includes(status)
      ? limits
      : []),
    ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(status === '201' ? ['Location'] : []),
    ...(status === '304' || (success && method === 'get' && isJson) ? ['ETag'] : []),
    ...(success && operation.deprecated ? ['Deprecation', 'Sunset'] : []),
  ];
}

function checkResponses(document: OpenApiDocument, place: Place, names: readonly string[], complain: Complain): void {
  const { operation } = place;
  const statuses = Object.keys(operation.responses);
  for (const status of statusesOf(place, names))
    if (!statuses.includes(status)) complain(`${operation.operationId} does not document ${status}`);
  if (statuses.includes('412') && !names.includes('If-Match'))
    complain(`${operation.operationId} answers 412 without If-Match`);
  if (!statuses.some((status) => status.startsWith('2'))) complain(`${operation.operationId} never succeeds`);
  for (const [status, reference] of Object.entries(operation.responses)) {
    const response = follow<Response>(document, reference);
    const where = `${operation.operationId} ${status}`;
    if (!response.description) complain(`${where} has no description`);
    checkHeaders(
      document,
      response,
      headersOf(place, status, response.content?.['application/json'] !== undefined),
      where,
      complain,
    );
    if (Number(status) >= 400) checkProblem(response, status, where, complain);
    for (const [type, media] of Object.entries(response.content ?? {}))
      checkBody(document, media, type, where, complain, true);
  }
}

/** Checks that a list with a cursor parameter returns the cursor of the next page. */
function checkPages(
  document: OpenApiDocument,
  { operation }: Place,
  names: readonly string[],
  complain: Complain,
): void {
  if (!names.includes('cursor')) return;
  const media = (operation.responses[200] as Response | undefined)?.content?.['application/json'];
  // A stream resumes at a cursor but has no pages.
  if (media === undefined) return;
  const schema = follow(document, media.schema) as { properties?: Record<string, unknown> };
  if (!schema?.properties?.nextCursor) complain(`${operation.operationId} takes a cursor and answers none`);
  if (!names.includes('limit')) complain(`${operation.operationId} takes a cursor and no limit`);
}

/** Checks that the response for a created record links to the operation that reads it, if there is one. */
function checkLinks(document: OpenApiDocument, { path, operation }: Place, complain: Complain): void {
  const created = operation.responses[201];
  const reads = operationsOf(document).some((other) => other.method === 'get' && other.path === `${path}/{id}`);
  if (created && reads && Object.keys((created as Response).links ?? {}).length === 0)
    complain(`${operation.operationId} has no links to what it makes`);
}

export function checkOperation(document: OpenApiDocument, place: Place, complain: Complain): void {
  const { operation, path } = place;
  checkIdentity(document, place, complain);
  const parameters = (operation.parameters ?? []).map((parameter) => follow<Parameter>(document, parameter));
  for (const parameter of parameters) {
    if (!parameter.description) complain(`${operation.operationId}: ${parameter.name} has no description`);
    if (parameter.in === 'path' && !path.includes(`{${parameter.name}}`))
      complain(`${operation.operationId}: ${parameter.name} is not in the path`);
  }
  const names = parameters.map((parameter) => parameter.name);
  checkResponses(document, place, names, complain);
  checkPages(document, place, names, complain);
  checkLinks(document, place, complain);
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
    checkBody(document, media, type, `${operation.operationId} body`, complain);
}
