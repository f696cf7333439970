// An OpenID Connect provider in a process of its own, so that its clock, keys and answers can be wrong. Controlled by
// messages of the parent process; signs everyone in as the present user, without a form.

import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context, Next } from 'koa';
import type { ProviderSetup } from './oidc-provider.js';

/** The part of oidc-provider, which has no types, that is used here. */
interface Provider {
  Grant: new (fields: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  callback(): RequestListener;
  use(middleware: (ctx: Context, next: Next) => Promise<void>): void;
  interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
}

// The provider warns that it forgets everything at its end, which tests want.
console.warn = () => undefined;
const realNow = Date.now;
let setup: ProviderSetup = { clients: [], user: 'ada', claims: {} };
Date.now = () => realNow() + (setup.clockOffsetSeconds ?? 0) * 1000;
// The name is not a literal, so that the compiler does not look for its types.
const name: string = 'oidc-provider';
const { default: ProviderClass } = (await import(name)) as {
  default: new (issuer: string, configuration: object) => Provider;
};
/** Another key, which the provider does not publish. */
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

let key: { id: string; secret: KeyObject };
let withdrawn: typeof key;
let handle: RequestListener = (_req, res) => res.writeHead(503).end();
const server = createServer((req, res) => handle(req, res));

const encoded = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

function signed(header: { alg: string; kid?: string }, claims: object, by: KeyObject | string): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  if (header.alg === 'none') return `${text}.`;
  if (typeof by === 'string') return `${text}.${createHmac('sha256', by).update(text).digest('base64url')}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(by).toString('base64url')}`;
}

/** Returns the ID token with the fault of the set-up. */
function forged(token: string): string {
  const [head = '', body = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { iat, ...claims } = read(body);
  const header = read(head);
  const secret = setup.clients[0]?.client_secret ?? '';
  const forgeries: Record<string, () => string> = {
    issuer: () => signed(header, { ...claims, iat, iss: 'https://evil.example.org' }, key.secret),
    audience: () => signed(header, { ...claims, iat, aud: 'another-client' }, key.secret),
    party: () => signed(header, { ...claims, iat, aud: [claims.aud, 'another'], azp: 'another' }, key.secret),
    nonce: () => signed(header, { ...claims, iat, nonce: 'another' }, key.secret),
    'no nonce': () => signed(header, { ...claims, iat, nonce: undefined }, key.secret),
    expired: () => signed(header, { ...claims, iat: iat - 7200, exp: iat - 3600 }, key.secret),
    'alg none': () => signed({ alg: 'none' }, { ...claims, iat }, key.secret),
    'alg HS256 with the secret': () => signed({ alg: 'HS256' }, { ...claims, iat }, secret),
    'foreign key': () => signed(header, { ...claims, iat }, foreignKey),
    'withdrawn key': () => signed({ ...header, kid: withdrawn.id }, { ...claims, iat }, withdrawn.secret),
    'changed subject': () => `${head}.${encoded({ ...claims, iat, sub: 'mallory' })}.${token.split('.')[2]}`,
  };
  return (forgeries[setup.forgery ?? ''] as () => string)();
}

function makeKey(): void {
  withdrawn = key;
  key = { id: randomUUID(), secret: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
}

function apply(): void {
  const { port } = server.address() as AddressInfo;
  const provider: Provider = new ProviderClass(`http://127.0.0.1:${port}`, {
    clients: setup.clients,
    jwks: { keys: [{ ...key.secret.export({ format: 'jwk' }), kid: key.id, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'realm_access'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, deviceFlow: { enabled: true } },
    interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: Context, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...setup.claims }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      ctx.respond = false;
      return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: setup.user } });
    }
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path === '/token' && body?.id_token !== undefined && setup.forgery !== undefined)
      ctx.body = { ...body, id_token: forged(body.id_token) };
    if (ctx.path === '/.well-known/openid-configuration' && setup.metadata !== undefined)
      ctx.body = { ...(ctx.body as object), ...setup.metadata };
  });
  handle = provider.callback();
}

process.on('message', (next: Partial<ProviderSetup> & { newKey?: boolean }) => {
  const { newKey, ...changes } = next;
  setup = { ...setup, ...changes };
  for (const name of ['forgery', 'metadata', 'clockOffsetSeconds'] as const)
    if (changes[name] === null) delete setup[name];
  if (newKey) makeKey();
  apply();
  process.send?.('applied');
});
process.on('disconnect', () => process.exit());

makeKey();
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
