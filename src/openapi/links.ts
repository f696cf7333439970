import { fieldsOf } from '../api/field.js';
import type { Response } from '../api/open-api-document.js';
import type { Route } from '../http/route/routes.js';

/**
 * Returns links from a created resource to its operations: for a creation at `/things`, the operations at
 * `/things/{id}`.
 */
export function linksOf(created: Route, routes: readonly Route[]): NonNullable<Response['links']> {
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
