import test from 'ava';
import { linked } from '../support/page-links.js';
import { rawRequest } from '../support/raw-request.js';
import { startTestService, type TestService } from '../support/test-service.js';

let development: TestService;
let production: TestService;
test.before(async () => {
  development = await startTestService();
  production = await startTestService({ env: { SVC_ENV: 'production' } });
});
test.after.always(() => Promise.all([development.close(), production.close()]));

test('the front page names the version, and everything it links to or loads is served', async (t) => {
  const { status, headers, text } = await development.client().get('//');
  t.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'text/html; charset=utf-8', 'no-cache'],
  );
  t.regex(text, />\d+\.\d+\.\d+</);
  for (const path of ['/docs', '/redoc', '/openapi.json', '/problems', '/api/v1/health'])
    t.true(linked(text).includes(path), path);
  // On a busy machine, the first readiness check may time out.
  while ((await development.client().get('/health/ready')).status !== 200);
  for (const path of new Set(linked(text))) t.is((await rawRequest(development.url + path)).status, 200, path);
});

test('in production the front page has no links to disabled docs, and no registration when it is closed', async (t) => {
  const { status, text } = await production.client().get('//');
  t.is(status, 200);
  t.notRegex(text, /href="\/(?:docs|redoc|openapi)/);
  t.notRegex(text, /Create account|<!--/);
  t.regex((await development.client().get('//')).text, /Create account/);
});

test('the front page has a strict policy and no inline script or style', async (t) => {
  const { headers, text } = await production.client().get('//');
  const policy = headers.get('content-security-policy') ?? '';
  t.true(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
  t.notRegex(policy, /unsafe|https?:|\*|data:/);
  t.notRegex(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
});

test('the modules of the front page are immutable under a path that changes with them, and each import is served', async (t) => {
  const { text } = await development.client().get('//');
  const main = linked(text).find((path) => path.endsWith('/main.js')) as string;
  t.regex(main, /^\/assets\/[0-9a-f]{16}\/main\.js$/);
  const seen = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const { status, headers, body } = await rawRequest(development.url + path);
    t.deepEqual(
      [status, headers['content-type'], headers['cache-control']],
      [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      path,
    );
    for (const [, name] of body.toString().matchAll(/from '\.\/([\w-]+\.js)'/g))
      await visit(path.replace(/[^/]+$/, name as string));
  };
  await visit(main);
  t.true(seen.size >= 8, [...seen].join(' '));
});

test('an unchanged front page is a 304, HEAD has no body, and other methods are a 405', async (t) => {
  const first = await rawRequest(`${development.url}/`);
  t.is(
    (await rawRequest(`${development.url}/`, { headers: { 'if-none-match': String(first.headers.etag) } })).status,
    304,
  );
  const head = await rawRequest(`${development.url}/`, { method: 'HEAD' });
  t.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, first.headers.etag]);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await development.client().call(method, '//');
    t.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method);
  }
});
