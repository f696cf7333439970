import 'reflect-metadata';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import test from 'ava';
import { ISSUER, MCP, OAuthApp } from '../../../support/oauth-app.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { PASSWORD, type TestService } from '../../../support/test-service.js';

const CALLBACK = 'http://127.0.0.1:33418/callback';

/** Keeps the registration, tokens and verifier of an assistant between its connections, for the official client. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [CALLBACK] };
  asked?: URL;
  private readonly kept: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = {};

  state() {
    return 'a state';
  }
  clientInformation() {
    return this.kept.client;
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.kept.client = client;
  }
  tokens() {
    return this.kept.tokens;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept.tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.kept.verifier = verifier;
  }
  codeVerifier() {
    return this.kept.verifier as string;
  }
  discoveryState() {
    return this.kept.discovery;
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState) {
    this.kept.discovery = discovery;
  }
  invalidateCredentials() {
    this.kept.tokens = undefined;
  }
}

/** Sends requests for the public address of the service to the running one. */
const through =
  ({ url }: TestService) =>
  (to: string | URL, init?: RequestInit) =>
    fetch(String(to).replace(ISSUER, url), init);

/** Consents in the browser of an account to what the client asks for. @returns the query of the way back */
async function consented(
  { url }: TestService,
  user: TestClient,
  asked: URL,
  scopes: string[],
): Promise<URLSearchParams> {
  const browser = new OAuthApp(url);
  const { headers } = await browser.call(asked.pathname + asked.search);
  const { json } = await browser.decide(headers.get('location') as string, user, scopes);
  const back = await browser.call(json.location);
  return new URL(back.headers.get('location') as string).searchParams;
}

test('the official MCP client connects by OAuth without a key, refreshes its token, and stops when its session ends', async (t) => {
  const service = await serviceFor(t, { env: { SVC_BASE_URL: ISSUER } });
  const user = await service.signedIn();
  const keeper = new Keeper();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(MCP), { authProvider: keeper, fetch: through(service) });
  const newClient = () => new Client({ name: 'assistant', version: '1' });

  const refused = transport();
  await t.throwsAsync(newClient().connect(refused), { instanceOf: UnauthorizedError });
  const asked = keeper.asked as URL;
  t.is(asked.origin, ISSUER);
  t.like(Object.fromEntries(asked.searchParams), { code_challenge_method: 'S256', resource: MCP, state: 'a state' });
  await refused.finishAuth(await consented(service, user, asked, ['markets:read']));

  const client = newClient();
  await client.connect(transport());
  const quotes = await client.callTool({ name: 'list_quotes', arguments: { symbol: ['AAPL.US'] } });
  t.like(quotes.structuredContent, { items: [{ symbol: 'AAPL.US' }] });
  const portfolios = await client.callTool({ name: 'list_portfolios', arguments: {} });
  t.true(portfolios.isError, 'the account did not consent to portfolios');
  await client.close();

  const before = keeper.tokens() as StoredOAuthTokens;
  service.clock.advance(16 * 60_000);
  const later = newClient();
  await later.connect(transport());
  t.true((await later.listTools()).tools.length > 0);
  t.not(keeper.tokens()?.access_token, before.access_token);
  t.not(keeper.tokens()?.refresh_token, before.refresh_token);

  await user.signIn(user.email, PASSWORD);
  const { items } = (await user.get('/auth/sessions')).json;
  const session = items.find(({ app }: { app: string | null }) => app === 'Official client');
  t.is((await user.delete(`/auth/sessions/${session?.id}`)).status, 204);
  keeper.asked = undefined;
  await t.throwsAsync(later.listTools(), { instanceOf: UnauthorizedError });
  t.not(keeper.asked, undefined, 'the client asks for consent again');
  await later.close();
});
