import type { OpenApiDocument } from '../api/open-api-document.js';

/** Returns the name of the environment in the descriptions of servers. */
export const environmentOf = (production: boolean | undefined): string => (production ? 'production' : 'local');

/**
 * Adds the public address, if it is configured, to an OpenAPI document, which otherwise contains only the relative
 * address of the server.
 */
export function withServer(
  document: OpenApiDocument,
  { server, production }: { server?: string; production?: boolean },
): OpenApiDocument {
  if (server === undefined) return document;
  const description = `Its public address (${environmentOf(production)})`;
  const { info, servers } = document;
  return {
    ...document,
    info: { ...info, contact: { ...(info.contact as object), url: server } },
    servers: [...servers, { url: server, description, 'x-internal': false }],
  };
}
