export interface ApiCatalogOptions {
  /** Public address of the service; empty if unknown, so that links are relative to the catalog. */
  address: string;
  /** Prefix of the paths of operations. */
  apiPrefix: string;
  /** True: descriptions and documentation are served. */
  docs: boolean;
}

export const API_CATALOG_PATH = '/.well-known/api-catalog';
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * Returns the catalog of APIs of this host (RFC 9727) as a linkset (RFC 9264): one API with its descriptions,
 * documentation and status.
 */
export function apiCatalog({ address, apiPrefix, docs }: ApiCatalogOptions): object {
  const described = {
    'service-desc': [
      { href: `${address}/openapi.json`, type: 'application/json', title: 'OpenAPI 3.1' },
      { href: `${address}/asyncapi.json`, type: 'application/json', title: 'AsyncAPI 3.0: streams and webhooks' },
    ],
    'service-doc': [
      { href: `${address}/redoc`, type: 'text/html', title: 'Reference' },
      { href: `${address}/docs`, type: 'text/html', title: 'Explorer' },
      { href: `${address}/llms.txt`, type: 'text/plain', title: 'Operations for language models' },
    ],
  };
  const status = [{ href: `${address}${apiPrefix}/health`, type: 'application/json' }];
  return { linkset: [{ anchor: `${address}${apiPrefix}`, ...(docs ? described : {}), status }] };
}
