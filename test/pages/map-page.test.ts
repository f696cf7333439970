import 'reflect-metadata';
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

test('everything that the map loads or links to is served', async (t) => {
  const { status, headers, text } = await development.client().get('//map');
  t.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  for (const path of new Set(linked(text))) t.is((await rawRequest(development.url + path)).status, 200, path);
  const main = linked(text).find((path) => path.endsWith('/main.js')) as string;
  for (const name of ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'details.js', 'session.js', 'live-stream.js']) {
    const response = await rawRequest(development.url + main.replace('main.js', name));
    t.is(response.status, 200, name);
  }
});

test('the policy of the map allows only this service, and its worker has the same policy', async (t) => {
  const { headers, text } = await production.client().get('//map');
  const policy = headers.get('content-security-policy') ?? '';
  t.true(policy.startsWith("default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';"));
  t.notRegex(policy, /unsafe|https?:|\*/);
  t.notRegex(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  const main = linked(text).find((path) => path.endsWith('/main.js')) as string;
  const worker = await production.client().get(`/${main.replace('main.js', 'maplibre-gl-worker.mjs')}`);
  // Browsers apply to a worker the policy in the headers of its own file.
  t.is(worker.headers.get('content-security-policy'), policy);
  t.is(worker.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('in production the map has no links to disabled docs', async (t) => {
  t.notRegex((await production.client().get('//map')).text, /href="\/docs|<!--/);
  t.regex((await development.client().get('//map')).text, /href="\/docs/);
});

test('the map accepts read methods only', async (t) => {
  t.is((await rawRequest(`${development.url}/map`, { method: 'POST' })).status, 405);
});
