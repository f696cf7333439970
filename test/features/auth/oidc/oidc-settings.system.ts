import 'reflect-metadata';
import test from 'ava';
import { Config, type SettingsClass } from '../../../../src/config/config.js';
import { SignInConfig } from '../../../../src/features/auth/auth.config.js';
import { isProblem } from '../../../support/is-problem.js';
import { clientOf, ProviderVisitor, startProvider } from '../../../support/oidc-provider.js';
import { startTestService } from '../../../support/test-service.js';

const issuer = 'https://sso.example.org';
const client = { SVC_OIDC_CLIENT_ID: 'watchfloor' };

function problemsOf(values: Record<string, string>): string[] {
  try {
    new Config({ SVC_ENV: 'test', ...values }, [SignInConfig as SettingsClass]);
    return [];
  } catch (error) {
    return (error as { problems: string[] }).problems;
  }
}

test('documents of a provider do not lead the service to private addresses', async (t) => {
  const provider = await startProvider();
  const service = await startTestService({
    env: {
      SVC_OUTBOUND_ALLOW: '127.0.0.1',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: 'watchfloor',
      SVC_OIDC_CLIENT_SECRET: clientOf('', '').client_secret,
      SVC_OIDC_SIGN_UP: 'open',
    },
  });
  try {
    const metadata = { token_endpoint: 'http://169.254.169.254/token', jwks_uri: 'http://10.0.0.1/jwks' };
    await provider.change({ clients: [clientOf(service.url, 'sso')], metadata });
    const caller = service.client();
    const { json } = await caller.post('/auth/oidc/sso/start');
    const answer = await new ProviderVisitor().signIn(json.authorizationUrl);
    const body = { flowToken: json.flowToken, callbackQuery: answer };
    isProblem(t, await caller.post('/auth/oidc/sso/callback', body), 503, 'unavailable');
    t.true(service.logged.join('').includes('blocked_address'));
  } finally {
    await service.close();
    await provider.close();
  }
});

test('an issuer is https, or http on this machine if outbound calls to it are allowed', (t) => {
  t.deepEqual(problemsOf({ ...client, SVC_OIDC_ISSUER: issuer }), []);
  const local = { ...client, SVC_OIDC_ISSUER: 'http://127.0.0.1:8080/realms/main' };
  t.deepEqual(problemsOf({ ...local, SVC_OUTBOUND_ALLOW: '127.0.0.1' }), []);
  for (const values of [
    local,
    { ...client, SVC_OIDC_ISSUER: 'http://sso.example.org' },
    { ...client, SVC_OIDC_ISSUER: 'http://10.0.0.1', SVC_OUTBOUND_ALLOW: '10.0.0.1' },
    { ...client, SVC_OIDC_ISSUER: 'ftp://sso.example.org' },
    { ...client, SVC_OIDC_ISSUER: `${issuer}?tenant=1` },
    { ...client, SVC_OIDC_ISSUER: 'https://user@sso.example.org' },
  ]) {
    const problems = problemsOf(values);
    t.true(problems.length > 0 && problems.every((one) => one.startsWith('SVC_OIDC_ISSUER ')), `${problems}`);
  }
});

test('settings of providers that do not fit together are named', (t) => {
  const faults: Array<[string, Record<string, string>]> = [
    ['SVC_OIDC_CLIENT_ID', { SVC_OIDC_ISSUER: issuer }],
    ['SVC_OIDC_ISSUER', client],
    ['SVC_OIDC_SCOPES', { ...client, SVC_OIDC_ISSUER: issuer, SVC_OIDC_SCOPES: 'email' }],
    ['SVC_OIDC_ROLE_CLAIM', { ...client, SVC_OIDC_ISSUER: issuer, SVC_OIDC_OPERATOR_VALUES: 'admins' }],
    ['SVC_OIDC_NAME', { ...client, SVC_OIDC_ISSUER: issuer, SVC_OIDC_NAME: 'x'.repeat(61) }],
    ['SVC_OIDC_PROVIDERS', { SVC_OIDC_PROVIDERS: 'Key Cloak' }],
    ['SVC_OIDC_ENTRA_ID_ISSUER', { SVC_OIDC_PROVIDERS: 'entra-id' }],
    ['SVC_OIDC_SIGN_UP', { ...client, SVC_OIDC_ISSUER: issuer, SVC_OIDC_SIGN_UP: 'yes' }],
  ];
  for (const [name, values] of faults) t.regex(problemsOf(values).join('\n'), new RegExp(`^${name} `, 'm'), name);
  const both = { ...client, SVC_OIDC_ISSUER: issuer, SVC_OIDC_PROVIDERS: 'a', SVC_OIDC_A_ISSUER: issuer };
  t.regex(problemsOf({ ...both, SVC_OIDC_A_CLIENT_ID: 'b' }).join(), /SVC_OIDC_PROVIDERS/);
});
