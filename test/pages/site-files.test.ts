import test from 'ava';
import { DAY_MS } from '../../src/time/durations.js';
import { isProblem } from '../support/is-problem.js';
import { rawRequest } from '../support/raw-request.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let withoutDocs: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_SECURITY_CONTACT: 'mailto:security@example.org', SVC_BASE_URL: 'https://watch.example.org' },
  });
  withoutDocs = await startTestService({ env: { SVC_DOCS_ENABLED: 'false' } });
});
test.after.always(() => Promise.all([service.close(), withoutDocs.close()]));

test('the icon is served as SVG and as ICO', async (t) => {
  const svg = await service.client().get('//favicon.svg');
  t.deepEqual([svg.status, svg.headers.get('content-type')], [200, 'image/svg+xml']);
  t.regex(svg.text, /^<svg /);
  const ico = await rawRequest(`${service.url}/favicon.ico`);
  t.deepEqual([ico.status, ico.headers['content-type']], [200, 'image/x-icon']);
  t.deepEqual([...ico.body.subarray(0, 6)], [0, 0, 1, 0, 2, 0]); // an icon file with two images
  const same = await rawRequest(`${service.url}/favicon.svg`, {
    headers: { 'if-none-match': svg.headers.get('etag') as string },
  });
  t.deepEqual([same.status, same.headers['cache-control']], [304, 'public, max-age=86400']);
});

test('robots.txt disallows everything', async (t) => {
  const { status, headers, text } = await service.client().get('//robots.txt');
  t.deepEqual(
    [status, headers.get('content-type'), text],
    [200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n'],
  );
});

test('security.txt names the contact of the settings and expires in less than a year, in whole days', async (t) => {
  const { status, headers, text } = await service.client().get('//.well-known/security.txt');
  t.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
  const [contact, expires, canonical] = text.split('\n');
  t.is(contact, 'Contact: mailto:security@example.org');
  t.is(canonical, 'Canonical: https://watch.example.org/.well-known/security.txt');
  const end = Date.parse(/^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(expires as string)?.[1] as string);
  const days = (end - service.clock.now()) / DAY_MS;
  t.true(days > 30 && days < 365, `${days} days`);
});

test('security.txt is a 404 without a contact', async (t) => {
  isProblem(t, await withoutDocs.client().get('//.well-known/security.txt'), 404, 'not_found');
});

for (const contact of [
  'security@example.org',
  'http://example.org/security',
  'mailto:nobody',
  'https://example.org/\nExpires: x',
  'javascript:alert(1)',
]) {
  test(`the security contact ${JSON.stringify(contact)} is rejected at the start`, async (t) => {
    await t.throwsAsync(startTestService({ env: { SVC_SECURITY_CONTACT: contact } }), {
      message: /SVC_SECURITY_CONTACT must be a URI such as mailto:/,
    });
  });
}

test('the catalog of APIs names the descriptions, the documentation and the status by absolute links', async (t) => {
  const { status, headers, text } = await service.client().get('//.well-known/api-catalog');
  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  t.is(headers.get('link'), '</.well-known/api-catalog>; rel="api-catalog"');
  const [api] = JSON.parse(text).linkset;
  t.is(api.anchor, 'https://watch.example.org/api/v1');
  const links = ['service-desc', 'service-doc', 'status'].flatMap(
    (relation) => api[relation] as Array<{ href: string; type: string }>,
  );
  t.is(links.length, 6);
  for (const { href, type } of links) {
    const served = await rawRequest(service.url + href.replace('https://watch.example.org', ''));
    t.is(served.status, 200, href);
    t.is(String(served.headers['content-type']).split(';')[0], type, href);
  }
});

test('without documentation the catalog of APIs contains only the status, with a relative link if there is no public address', async (t) => {
  const { text } = await withoutDocs.client().get('//.well-known/api-catalog');
  t.deepEqual(JSON.parse(text).linkset, [
    { anchor: '/api/v1', status: [{ href: '/api/v1/health', type: 'application/json' }] },
  ]);
});

test('the root of the API redirects to the front page', async (t) => {
  for (const path of ['/api', '/api/', '/api/v1']) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await rawRequest(service.url + path, { method });
      t.deepEqual([status, headers.location, headers['cache-control']], [302, '/', 'no-cache'], `${method} ${path}`);
    }
    const { status, headers } = await rawRequest(service.url + path, { method: 'POST' });
    t.deepEqual([status, headers.allow], [405, 'GET, HEAD'], path);
  }
  t.is((await rawRequest(`${service.url}/api/v1/`)).status, 404);
});

test('the docs redirect from their path with a slash, unless they are disabled', async (t) => {
  for (const path of ['/docs', '/redoc']) {
    const { status, headers } = await service.client().get(`/${path}/`);
    t.deepEqual([status, headers.get('location')], [302, path]);
    isProblem(t, await withoutDocs.client().get(`/${path}/`), 404, 'not_found');
  }
});

test('the usual paths of probes and metrics redirect to those of the service', async (t) => {
  for (const [path, target] of [
    ['/health', '/api/v1/health'],
    ['/metrics', '/api/v1/admin/metrics'],
  ]) {
    const { status, headers } = await rawRequest(`${service.url}${path}`);
    t.deepEqual([status, headers.location], [302, target]);
  }
});

test('a mistyped address is a page for people, and a problem document for programs and below the API', async (t) => {
  const read = async (path: string, accept: string) =>
    (await rawRequest(service.url + path, { headers: { accept } })).body.toString();
  const page = await read('/no-such-page', 'text/html');
  t.regex(page, /<p>This page does not exist\.<\/p>/);
  t.notRegex(page, /No operation/);
  t.is(JSON.parse(await read('/no-such-page', 'application/json')).detail, 'No operation has this path.');
  t.is(JSON.parse(await read('/api/v1/no-such-operation', 'text/html')).detail, 'No operation has this path.');
});
