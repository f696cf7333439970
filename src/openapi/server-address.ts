import type { OpenApiDocument } from '../api/open-api-document.js';

/** The environment in the descriptions of servers. */
export const environmentOf = (production: boolean | undefined): string => (production ? 'production' : 'local');

/** Adds the public address, if configured, to a description, which has the relative address of the server alone. */
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
