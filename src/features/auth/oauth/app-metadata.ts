import { asName } from '../../../api/rules.js';

const MAX_REDIRECTS = 10;
const MAX_URI_LENGTH = 1000;
const MAX_NAME_LENGTH = 100;

/** Metadata with which an app may not register. */
export class InvalidApp extends Error {}

/** Metadata of an app (RFC 7591), as it is registered. */
export interface AppMetadata {
  client_name: string;
  redirect_uris: readonly string[];
  token_endpoint_auth_method: 'none';
  grant_types: readonly string[];
  response_types: readonly string[];
  application_type: 'native';
}

/**
 * Returns the metadata with which an app is registered. Apps are public clients with authorization code and refresh
 * token, whatever they ask for; unknown members are dropped. As a native client, an app may use https, any port of the
 * machine's loopback address, or a scheme of its own; the library checks that.
 * @throws InvalidApp
 */
export function appOf(sent: unknown): AppMetadata {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new InvalidApp('must be a JSON object');
  const {
    redirect_uris: uris,
    client_name: name,
    grant_types: grants,
    response_types: types,
  } = sent as Record<string, unknown>;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECTS)
    throw new InvalidApp(`redirect_uris must list 1 to ${MAX_REDIRECTS} addresses`);
  for (const uri of uris)
    if (typeof uri !== 'string' || uri.length > MAX_URI_LENGTH || !URL.canParse(uri) || new URL(uri).username !== '')
      throw new InvalidApp(`redirect_uris must be URIs of at most ${MAX_URI_LENGTH} characters, without a user name`);
  if (Array.isArray(grants) && !grants.includes('authorization_code'))
    throw new InvalidApp('grant_types must contain authorization_code');
  if (Array.isArray(types) && !types.includes('code')) throw new InvalidApp('response_types must contain code');
  if (name !== undefined && typeof name !== 'string') throw new InvalidApp('client_name must be a text');
  const shown = asName(name ?? '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replace(/\p{C}/gu, '')
    .trim();
  return {
    client_name: shown || new URL(uris[0]).host.slice(0, MAX_NAME_LENGTH) || 'App without a name',
    redirect_uris: uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
  };
}
