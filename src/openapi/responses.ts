import type { Components } from '../api/components.js';
import { isTagged, successStatus } from '../api/endpoint.js';
import { fieldsOf } from '../api/field.js';
import type { Header, Reference, Response } from '../api/open-api-document.js';
import { sorted } from '../api/ordering.js';
import { problems } from '../api/problem.js';
import { csvSourceOf, mediaTypesOf } from '../http/format.js';
import { STATUS_CODES } from '../http/node-http.js';
import type { Route } from '../http/route/routes.js';
import { socketResponse } from './alternatives.js';
import { commonHeaders, type HeaderName, headerReferences } from './headers.js';
import { plainReference } from './plain-responses.js';
import { type ProblemResponses, problemResponse, problemsOf } from './problem-responses.js';
import { hasFiles, representationsOf } from './representations.js';

/**
 * Returns true if the operation returns a resource with an id and a version, from which http/entity-tag.ts derives its
 * entity tag.
 */
const isVersioned = ({ endpoint }: Route) => {
  const names = endpoint.returns === undefined ? [] : fieldsOf(endpoint.returns).map(({ name }) => name);
  return names.includes('id') && names.includes('version');
};

const isConditional = ({ method, endpoint }: Route) => method === 'get' && isTagged(endpoint);

function successHeaders(route: Route, limited: boolean): Record<string, Header | Reference> {
  const { endpoint } = route;
  const isGet = route.method === 'get';
  const names: Array<HeaderName | false> = [
    (isConditional(route) || isVersioned(route)) && 'ETag',
    successStatus(endpoint) === 201 && 'Location',
    isGet && csvSourceOf(endpoint) === 'items' && hasCursor(route) && 'Link',
    isGet && hasFiles(mediaTypesOf(endpoint, isGet)) && 'Content-Disposition',
    endpoint.setsCookie === true && 'Set-Cookie',
    endpoint.idempotent === true && 'Idempotency-Replayed',
    endpoint.deprecated !== undefined && 'Deprecation',
    endpoint.deprecated !== undefined && 'Sunset',
  ];
  const own = Object.entries(endpoint.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string', maxLength: 4096, pattern: '^[\\u0020-\\u007e]*$' } },
  ]);
  return {
    ...headerReferences([...commonHeaders(limited), ...names.filter((name) => name !== false)]),
    ...Object.fromEntries(own),
  };
}

const hasCursor = ({ query }: Route) => query !== undefined && fieldsOf(query).some((field) => field.name === 'cursor');

/** Returns all responses of an operation by status. */
export function responsesOf(
  route: Route,
  components: Components,
  shared: ProblemResponses,
): Record<string, Response | Reference> {
  const { endpoint } = route;
  const limited = route.access === 'authorized';
  const status = successStatus(endpoint);
  const headers = successHeaders(route, limited);
  const body = representationsOf(endpoint, route.method === 'get', components);
  const hasBody = Object.keys(body).length > 0;
  const isPlain = !hasBody && status === 204 && Object.keys(headers).length === commonHeaders(limited).length;
  const description = hasBody ? `${STATUS_CODES[status]}.` : 'Done; no content.';
  const success = isPlain
    ? plainReference('NoContent', limited)
    : { description, headers, ...(hasBody ? { content: body } : {}) };
  const codes = problemsOf(route, hasCursor(route));
  const responses: Record<string, Response | Reference> = {
    ...shared.references(codes, limited, endpoint.problemForm),
    [status]: success,
  };
  if (isConditional(route)) responses[304] = plainReference('NotModified', limited);
  for (const [other, description] of Object.entries(endpoint.alsoReturns ?? {})) {
    const same = codes.filter((code) => problems[code].status === Number(other));
    const problem = same.length > 0 ? problemResponse(Number(other), same, limited) : undefined;
    responses[other] = {
      description,
      headers: {
        ...headerReferences(Number(other) === 201 ? [...commonHeaders(limited), 'Location'] : commonHeaders(limited)),
        ...problem?.headers,
      },
      content: { ...body, ...problem?.content },
    };
  }
  if (endpoint.opensSocket !== undefined)
    responses[101] = socketResponse(endpoint.opensSocket, headerReferences(commonHeaders(limited)));
  for (const [other, description] of Object.entries(endpoint.alsoEmpty ?? {}))
    responses[other] = { description, headers: headerReferences(commonHeaders(limited)) };
  return sorted(responses);
}
