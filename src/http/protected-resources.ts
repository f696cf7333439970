import { Service } from 'typedi';

/** A path of this service whose access tokens an authorization server issues. */
export interface ProtectedResource {
  /** Public URL of the resource, exactly as users type it. */
  url: string;
  name: string;
  /** Issuers of the access tokens. */
  authorizationServers: readonly string[];
  scopes: readonly string[];
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Metadata documents of protected resources (RFC 9728). Without a registered resource the service serves none. */
@Service()
export class ProtectedResources {
  private readonly urls = new Map<string, string>();
  private readonly documents = new Map<string, string>();
  /** Issuer of the authorization server of this service; undefined: it is off. */
  ownIssuer: string | undefined;

  /** Registers a resource and creates its metadata document. @param path of the resource on this service */
  register(path: string, { url, name, authorizationServers, scopes }: ProtectedResource): void {
    const { origin, pathname } = new URL(url);
    this.urls.set(path, `${origin}${WELL_KNOWN}${pathname}`);
    const document = JSON.stringify({
      resource: url,
      resource_name: name,
      authorization_servers: authorizationServers,
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    });
    // Behind a proxy that removes a prefix, the public path differs from the path on this service. Some clients try
    // only the well-known path without the resource.
    for (const at of [`${WELL_KNOWN}${pathname}`, `${WELL_KNOWN}${path}`, WELL_KNOWN]) this.documents.set(at, document);
  }

  /** The metadata documents as JSON, by their paths. */
  get all(): ReadonlyMap<string, string> {
    return this.documents;
  }

  /**
   * Returns the `WWW-Authenticate` header of a rejected request, with the URL of the metadata if the path is a
   * protected resource.
   */
  challenge(path: string, challenge: string): string {
    const url = this.urls.get(path);
    if (url === undefined) return challenge;
    return `${challenge}${challenge.includes('=') ? ',' : ''} resource_metadata="${url}"`;
  }
}
