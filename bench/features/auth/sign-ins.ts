// The CPU that the server takes for a sign-in by each way (password, OpenID Connect, device flow, passkey), and the
// tokens that it issues to apps by OAuth: the exchange of codes, and the rotation of refresh tokens. The provider, the
// authenticator and the app are in other processes.
import 'reflect-metadata';
import { ISSUER, type OAuthAnswer, OAuthApp } from '../../../test/support/oauth-app.js';
import { clientOf, ProviderVisitor, startProvider } from '../../../test/support/oidc-provider.js';
import { SoftAuthenticator } from '../../../test/support/soft-authenticator.js';
import type { Json, TestClient } from '../../../test/support/test-client.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { signIns, tokens, chains } = sizesOf({
  usual: { signIns: 30, tokens: 400, chains: 8 },
  smoke: { signIns: 2, tokens: 4, chains: 2 },
});
const password = 'correct horse battery staple';
const email = 'bench@watchfloor.test';

const database = await startTestServer(process.env.TEST_DATABASE_URL);
const provider = await startProvider();
const client = clientOf(ISSUER, 'sso');
await provider.change({
  clients: [client],
  user: 'subject',
  claims: { email: 'subject@example.org', email_verified: true, name: 'Ada' },
});
const server = await ServerProcess.start(new URL('./servers/sign-in-ours.js', import.meta.url), {
  BENCH_DATABASE_URL: siblingUrl(database.url, database.template),
  BENCH_ISSUER: ISSUER,
  BENCH_PROVIDER: provider.issuer,
  BENCH_CLIENT_ID: client.client_id,
  BENCH_CLIENT_SECRET: client.client_secret,
});
const url = `http://127.0.0.1:${server.port}`;

/** Calls an operation. @throws Error for a rejection */
async function post(path: string, body: object = {}, token = ''): Promise<Json> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Json>;
}

interface Cost {
  steps: number;
  cpuMs: number;
  seconds: number;
}

/**
 * Measures calls that run at the same time. Work of other processes is not counted.
 * @param steps number of steps of all calls together
 */
async function measured(calls: ReadonlyArray<() => Promise<unknown>>, steps = calls.length): Promise<Cost> {
  const [cpu, begun] = [await server.cpuMicros(), performance.now()];
  await Promise.all(calls.map((call) => call()));
  const seconds = (performance.now() - begun) / 1_000;
  return { steps, cpuMs: ((await server.cpuMicros()) - cpu) / 1_000, seconds };
}

const rows: string[][] = [];
function report(name: string, costs: readonly Cost[]): void {
  const sum = (part: keyof Cost) => costs.reduce((total, cost) => total + cost[part], 0);
  const each = sum('cpuMs') / sum('steps');
  const rates = [1_000 / each, sum('steps') / sum('seconds')].map((rate) => rate.toFixed(0));
  rows.push([name, String(sum('steps')), each.toFixed(1), ...rates]);
}

/** Measures sign-ins one after another; the first one, which loads code and creates accounts, is not counted. */
async function measureSignIns(name: string, signIn: () => Promise<unknown>): Promise<void> {
  await signIn();
  const costs: Cost[] = [];
  for (let left = signIns; left > 0; left -= 1) costs.push(await measured([signIn]));
  report(name, costs);
}

const authenticator = new SoftAuthenticator(ISSUER);

try {
  await post('/auth/register', { email, password, displayName: 'Bench' });
  const login = () => post('/auth/login', { email, password });
  await measureSignIns('password', login);
  await measureSignIns('OpenID Connect', async () => {
    const { authorizationUrl, flowToken } = await post('/auth/oidc/sso/start');
    const callbackQuery = await new ProviderVisitor().signIn(authorizationUrl);
    await post('/auth/oidc/sso/callback', { flowToken, callbackQuery });
  });
  await measureSignIns('device flow', async () => {
    const { verificationUriComplete, flowToken } = await post('/auth/oidc/sso/device');
    await new ProviderVisitor().visit(verificationUriComplete);
    await post('/auth/oidc/sso/device/token', { flowToken });
  });
  const { accessToken } = await login();
  const { options, flowToken } = await post('/auth/passkeys/registration', { password }, accessToken);
  const credential = authenticator.create(options);
  await post('/auth/passkeys/registration/verify', { flowToken, name: 'Bench', credential }, accessToken);
  await measureSignIns('passkey', async () => {
    const started = await post('/auth/passkeys/sign-in');
    await post('/auth/passkeys/sign-in/verify', {
      flowToken: started.flowToken,
      credential: authenticator.sign(started.options),
    });
  });

  const apps = await Promise.all(
    Array.from({ length: chains }, async () => {
      const app = new OAuthApp(url);
      await app.register();
      return app;
    }),
  );
  const refreshTokens = new Map<OAuthApp, string>();
  const keep = (app: OAuthApp, { status, json }: OAuthAnswer) => {
    if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${JSON.stringify(json)}`);
    refreshTokens.set(app, json.refresh_token);
  };
  const exchanges: Cost[] = [];
  for (let left = tokens / chains; left > 0; left -= 1) {
    // An account has a limited number of sessions, and the oldest ones end.
    const user = { token: (await login()).accessToken } as TestClient;
    const codes = new Map<OAuthApp, string>();
    for (const app of apps) codes.set(app, (await app.consent(user)).get('code') as string);
    const exchange = (app: OAuthApp) => async () => keep(app, await app.exchange(codes.get(app) as string));
    exchanges.push(await measured(apps.map(exchange)));
  }
  report('app: exchange of a code', exchanges);
  // Each app rotates its own chain of tokens, one after another.
  const rotate = (app: OAuthApp) => async () => {
    for (let left = tokens / chains; left > 0; left -= 1)
      keep(app, await app.refresh(refreshTokens.get(app) as string));
  };
  report('app: rotation of a refresh token', [await measured(apps.map(rotate), tokens)]);
  printTable(['step', 'times', 'CPU ms of the server each', 'per CPU second', 'per second'], rows);
} finally {
  await server.stop();
  await provider.close();
  await database.stop();
}
