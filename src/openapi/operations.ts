import { type Components, schemaReference } from '../api/components.js';
import type { Defects } from '../api/defects.js';
import { successStatus } from '../api/endpoint.js';
import { exampleOf } from '../api/examples.js';
import { descriptionOf, fieldsOf } from '../api/field.js';
import type { MediaType, Operation, PathItem, Response } from '../api/open-api-document.js';
import { tags } from '../api/tags.js';
import { FileBody, RawBody } from '../http/raw-body.js';
import type { Route } from '../http/route/routes.js';
import { requestContent, useEvents } from './alternatives.js';
import { parametersOf } from './parameters.js';
import type { ProblemResponses } from './problem-responses.js';
import { responsesOf } from './responses.js';
import { securityOf } from './security.js';

const mergePatch = 'application/merge-patch+json';
/** Types of request bodies without a DTO class. */
const formless: readonly unknown[] = [String, Object, Buffer, RawBody, FileBody];

function requestBodyOf({ body, endpoint, method }: Route): Operation['requestBody'] {
  if (!body) return undefined;
  const content: Record<string, MediaType> = {};
  const isText = formless.includes(body);
  if (isText && !endpoint.accepts) throw new Error('its body is of no DTO class; name the media types in accepts');
  if (!isText) {
    const json = { schema: schemaReference(body), example: exampleOf(body) };
    content['application/json'] = json;
    if (method === 'patch') content[mergePatch] = json;
  }
  for (const [type, said] of Object.entries(endpoint.accepts ?? {})) {
    content[type] = requestContent(type, said);
  }
  const sentences = Object.values(endpoint.accepts ?? {}).map((said) =>
    typeof said === 'string' ? said : said.description,
  );
  const description = isText ? sentences.join(' ') : (descriptionOf(body) ?? '');
  return { description, required: !endpoint.emptyBody, content };
}

function describe({ endpoint, roles, scope: needed }: Route): string {
  const only =
    roles.length > 0 ? ` Only for accounts with the role ${roles.map((role) => `\`${role}\``).join(' or ')}.` : '';
  const scope =
    { any: '', session: ' Not open to personal keys.' }[needed] ?? ` Personal keys need the scope \`${needed}\`.`;
  const granted = endpoint.granted
    ? ` Also open to accounts with a grant to ${endpoint.granted} this resource${endpoint.isFreeOfAmounts ? ', also without amounts' : ''}.`
    : '';
  const delegable = endpoint.delegable
    ? ' With `onBehalfOf` it creates a record of another account, by its grant.'
    : '';
  const going = endpoint.deprecated ? ` Deprecated: ${endpoint.deprecated.instead}` : '';
  return `${endpoint.description}${only}${granted}${delegable}${scope}${going}`;
}

function operation(route: Route, components: Components, shared: ProblemResponses, defects: Defects): Operation {
  const { endpoint, roles, scope } = route;
  const parameters = parametersOf(route, defects);
  const requestBody = requestBodyOf(route);
  return {
    operationId: route.operationId,
    summary: endpoint.summary,
    description: describe(route),
    tags: [tags[route.tag]?.name ?? route.tag],
    ...(endpoint.deprecated ? { deprecated: true, 'x-sunset': endpoint.deprecated.sunset } : {}),
    security: securityOf(route),
    ...(roles.length > 0 ? { 'x-roles': roles } : {}),
    ...(endpoint.granted ? { 'x-granted': endpoint.granted } : {}),
    ...(endpoint.delegable ? { 'x-delegable': true } : {}),
    ...(endpoint.isFreeOfAmounts ? { 'x-free-of-amounts': true } : {}),
    ...(scope.includes(':') ? { 'x-scope': scope } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, components, shared),
  };
}

/** Registers all classes of an operation with the components, before any reference is written. */
function useClasses({ endpoint, body, where }: Route, components: Components, defects: Defects): void {
  defects.attempt(() => {
    const isClass = body && !formless.includes(body);
    if (isClass) components.use(body, 'request');
    if (endpoint.returns) components.use(endpoint.returns, 'response');
    if (endpoint.problemForm) components.use(endpoint.problemForm.dto, 'response');
    useEvents(endpoint, components);
  }, where);
}

/** Reports duplicate operations, of which a map of paths would silently drop one. */
function refuseDuplicates(routes: readonly Route[], defects: Defects): void {
  const ids = new Map<string, Route>();
  const places = new Map<string, Route>();
  for (const route of routes) {
    const twin = ids.get(route.operationId);
    if (twin)
      defects.add(`${twin.where} and ${route.where} share the operationId ${route.operationId}: rename a method`);
    ids.set(route.operationId, route);
    // Two templates that differ only in names of parameters are the same path.
    const place = `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`;
    const other = places.get(place);
    if (other)
      defects.add(`${other.where} and ${route.where} answer the same ${route.method.toUpperCase()} ${route.path}`);
    places.set(place, route);
    if (!tags[route.tag]) defects.add(`${route.where}: the folder ${route.tag} has no file that ends in .tag.ts`);
  }
}

/** Returns the `paths` of the document, sorted by path and method. */
export function pathsOf(
  routes: readonly Route[],
  components: Components,
  shared: ProblemResponses,
  defects: Defects,
): Record<string, PathItem> {
  refuseDuplicates(routes, defects);
  for (const route of routes) useClasses(route, components, defects);
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    defects.attempt(() => {
      const described = operation(route, components, shared, defects);
      const created = successStatus(route.endpoint) === 201 ? described.responses[201] : undefined;
      const links = created && !('$ref' in created) ? linksOf(route, routes) : {};
      if (created && !('$ref' in created) && Object.keys(links).length > 0) created.links = links;
      paths[route.path] = { ...paths[route.path], [route.method]: described };
    }, route.where);
  }
  return paths;
}

/**
 * Returns links from a created resource to its operations: for a creation at `/things`, the operations at
 * `/things/{id}`.
 */
function linksOf(created: Route, routes: readonly Route[]): NonNullable<Response['links']> {
  const { endpoint, path } = created;
  const names = new Set(endpoint.returns ? fieldsOf(endpoint.returns).map((field) => field.name) : []);
  const links: NonNullable<Response['links']> = {};
  for (const route of routes) {
    const name = route.variables.at(-1);
    if (!name || !names.has(name) || route.path !== `${path}/{${name}}`) continue;
    const inherited = created.variables.map((variable) => [variable, `$request.path.${variable}`]);
    links[route.operationId] = {
      operationId: route.operationId,
      description: `${route.endpoint.summary}.`,
      parameters: { ...Object.fromEntries(inherited), [name]: `$response.body#/${name}` },
    };
  }
  return links;
}
