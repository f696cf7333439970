import { createHash } from 'node:crypto';
import test from 'ava';
import { problems } from '../../src/api/problem.js';
import { startDocs } from '../support/docs-service.js';
import { rawRequest } from '../support/raw-request.js';

// The documentation is disabled, because these pages do not depend on it.
const service = await startDocs({ enabled: false });
test.after.always(() => service.close());

test('every problem code has a page with its status, title, meaning and remedy', async (t) => {
  for (const [code, { status, title }] of Object.entries(problems)) {
    const answer = await rawRequest(`${service.origin}/problems/${code}`);
    const html = answer.body.toString();
    t.is(answer.status, 200, code);
    t.is(answer.headers['content-type'], 'text/html; charset=utf-8');
    t.true(html.includes(`<h1>${title}</h1>`), code);
    t.true(html.includes(`<code>${code}</code> · ${status} `), code);
    t.regex(html, /What it means<\/h2>\n<p>.{20,}<\/p>/);
    t.regex(html, /What to do<\/h2>\n<p>.{20,}<\/p>/);
    t.notRegex(html, /`|undefined/);
  }
});

test('the list links to every page', async (t) => {
  const html = (await rawRequest(`${service.origin}/problems`)).body.toString();
  const linked = [...html.matchAll(/href="\/problems\/([a-z_]+)"/g)].map((match) => match[1]!);
  t.deepEqual(linked.sort(), Object.keys(problems).sort());
});

test('the Content-Security-Policy allows exactly the style of the page', async (t) => {
  const { headers, body } = await rawRequest(`${service.origin}/problems/not_found`);
  const style = /<style>([\s\S]*?)<\/style>/.exec(body.toString())?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  t.true(String(headers['content-security-policy']).includes(`style-src 'sha256-${hash}';`));
  t.notRegex(String(headers['content-security-policy']), /unsafe|script-src/);
  t.is(headers['x-content-type-options'], 'nosniff');
});

test('an unknown code and a trailing slash are a 404, another method is a 405', async (t) => {
  for (const path of ['/problems/no_such_code', '/problems/', '/problems/not_found/', '/problems/toString']) {
    t.is((await rawRequest(service.origin + path)).status, 404, path);
  }
  const posted = await rawRequest(`${service.origin}/problems/not_found`, { method: 'POST' });
  t.is(posted.status, 405);
  t.is(posted.headers.allow, 'GET, HEAD');
});
