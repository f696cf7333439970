import { Service } from 'typedi';

/** A path of this service for whose tokens clients ask an authorization server. */
export interface ProtectedResource {
  /** Its public URL, exactly as users type it. */
  url: string;
  name: string;
  /** Issuers of its tokens. */
  authorizationServers: readonly string[];
  scopes: readonly string[];
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Metadata of protected resources (RFC 9728). Without a registered resource the service has no such metadata. */
@Service()
export class ProtectedResources {
  private readonly urls = new Map<string, string>();
  private readonly documents = new Map<string, string>();

  /** @param path where this service serves the resource */
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
    // Behind a proxy that removes a prefix, the public path and the one of this service differ. Some clients only try
    // the path without the resource.
    for (const at of [`${WELL_KNOWN}${pathname}`, `${WELL_KNOWN}${path}`, WELL_KNOWN]) this.documents.set(at, document);
  }

  /** The metadata documents as JSON, by their path. */
  get all(): ReadonlyMap<string, string> {
    return this.documents;
  }

  /** The `WWW-Authenticate` of a refused request, with the URL of the metadata when its path has any. */
  challenge(path: string, challenge: string): string {
    const url = this.urls.get(path);
    if (url === undefined) return challenge;
    return `${challenge}${challenge.includes('=') ? ',' : ''} resource_metadata="${url}"`;
  }
}
