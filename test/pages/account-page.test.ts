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

test('the account page is served in production, with a strict policy, and everything it loads is served', async (t) => {
  const { status, headers, text } = await production.client().get('//account');
  t.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  const policy = headers.get('content-security-policy') ?? '';
  t.true(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
  t.notRegex(policy, /unsafe|https?:|\*|data:/);
  t.notRegex(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|<!--|\{\w+\}/);
  for (const path of new Set(linked(text))) t.is((await rawRequest(production.url + path)).status, 200, path);
});

test('the account page offers e-mail as a channel only where mail is configured', async (t) => {
  t.notRegex((await development.client().get('//account')).text, /my mailbox/);
});

test('the account page links to the documentation only where it is served', async (t) => {
  t.regex((await development.client().get('//account')).text, /href="\/docs"/);
  t.notRegex((await production.client().get('//account')).text, /href="\/docs"/);
});

test('other methods than reading the account page are a 405', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    t.is((await development.client().call(method, '//account')).status, 405, method);
});
