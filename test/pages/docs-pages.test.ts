import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { sample, startDocs, VERSION } from '../support/docs-service.js';
import { rawRequest } from '../support/raw-request.js';

const pages = ['/docs', '/redoc', '/openapi.json'];
const assets = [`/docs/assets/${VERSION}/swagger-ui-bundle.js`, `/redoc/assets/${VERSION}/redoc.standalone.js`];

/** Returns every `src` and `href` in a page: the addresses that it loads. */
const loaded = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);

const service = await startDocs();
const off = await startDocs({ enabled: false });
test.after.always(() => Promise.all([service.close(), off.close()]));

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(service.origin + path, { headers });

for (const path of ['/docs', '/redoc']) {
  test(`${path} loads its files from its own origin, and each of them exists`, async (t) => {
    const { status, headers, body } = await get(path);
    t.is(status, 200);
    t.is(headers['content-type'], 'text/html; charset=utf-8');
    t.is(headers['cache-control'], 'no-cache');
    const files = loaded(body.toString()).filter(
      (address) => !['/', '/favicon.svg', '/openapi.json'].includes(address),
    );
    t.true(files.length >= 3);
    for (const address of files) {
      t.regex(address, new RegExp(`^${path}/assets/${VERSION}/[a-z.-]+\\?[\\w-]{22}$`));
      t.is((await get(address)).status, 200, address);
    }
  });

  test(`${path} has a policy without unsafe sources, and no inline content that needs one`, async (t) => {
    const { headers, body } = await get(path);
    const policy = String(headers['content-security-policy']);
    t.true(policy.startsWith("default-src 'none'; script-src 'self';"));
    t.true(policy.includes("frame-ancestors 'none'"));
    t.notRegex(policy, /unsafe|https?:|\*/);
    t.notRegex(body.toString(), /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
    t.is(headers['x-content-type-options'], 'nosniff');
    t.is(headers['referrer-policy'], 'no-referrer');
  });
}

test('the explorer is the page of koa2-swagger-ui with its styles and scripts as files', async (t) => {
  const html = (await get('/docs')).body.toString().replace(/\?[\w-]{22}"/g, '"');
  const own = (name: string) => `/docs/assets/${VERSION}/${name}`;
  t.deepEqual(loaded(html), [
    own('swagger-ui.min.css'),
    '/favicon.svg',
    ...['docs.css', 'color-scheme.js', 'docs-plugin.js'].map(own),
    ...['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'init.js'].map(own),
  ]);
  const body = html.slice(html.indexOf('<body>')).replace(/<script[^>]*><\/script>/g, '');
  t.is(body.replace(/\s+/g, ' ').trim(), '<body> <div id="swagger-ui"></div> </body> </html>');
});

test('the explorer starts Swagger UI in its container, with the options of this service', async (t) => {
  const init = (await get(`/docs/assets/${VERSION}/init.js`)).body.toString();
  const started: Array<Record<string, unknown>> = [];
  const SwaggerUIBundle = Object.assign((options: Record<string, unknown>) => void started.push(options), {
    presets: { apis: 'apis' },
    plugins: { DownloadUrl: 'DownloadUrl' },
  });
  const window: { onload?: () => void } = {};
  runInNewContext(init, { window, SwaggerUIBundle, SwaggerUIStandalonePreset: ['standalone'], DocsPlugin: 'ours' });
  window.onload?.();
  t.is(started.length, 1);
  const { dom_id, url, urls, validatorUrl, persistAuthorization, docExpansion, plugins, layout } = started[0] ?? {};
  t.deepEqual(
    { dom_id, url, urls, validatorUrl, persistAuthorization, docExpansion, layout },
    {
      dom_id: '#swagger-ui',
      url: '/openapi.json',
      urls: undefined,
      validatorUrl: null,
      persistAuthorization: false,
      docExpansion: 'none',
      layout: 'BaseLayout',
    },
  );
  t.true(JSON.stringify(plugins).includes('ours'), JSON.stringify(plugins));
});

test('each response of the reference has its own nonce', async (t) => {
  const answers = await Promise.all([get('/redoc'), get('/redoc')]);
  const nonces = answers.map(({ body }) => /data-nonce="([^"]+)"/.exec(body.toString())?.[1]);
  t.not(nonces[0], nonces[1]);
  answers.forEach(({ headers }, index) => {
    t.true(String(headers['content-security-policy']).includes(`'nonce-${nonces[index]}'`));
  });
});

test('the served Redoc does not contain the host of its vendor', async (t) => {
  const { body } = await get(assets[1]!);
  t.true(body.length > 1_000_000);
  t.false(body.includes('cdn.redoc.ly'));
});

test('the description is the generated document, and an unchanged one is a 304', async (t) => {
  const first = await get('/openapi.json');
  t.is(first.headers['content-type'], 'application/json; charset=utf-8');
  t.is(first.headers['cache-control'], 'no-cache');
  t.deepEqual(JSON.parse(first.body.toString()), sample);
  t.regex(String(first.headers.etag), /^"[\w-]+"$/);
  const again = await get('/openapi.json', { 'if-none-match': String(first.headers.etag) });
  t.is(again.status, 304);
  t.is(again.body.length, 0);
  t.is(again.headers.etag, first.headers.etag);
  t.is((await get('/openapi.json', { 'if-none-match': '"other"' })).status, 200);
});

test('a new document is served with a new tag, and the same one is serialized once', async (t) => {
  let serialised = 0;
  const make = (title: string) => ({ toJSON: () => ({ title, serialised: ++serialised }) });
  let document = make('first');
  const own = await startDocs({ document: () => document });
  t.teardown(own.close);
  const before = [await rawRequest(`${own.origin}/openapi.json`), await rawRequest(`${own.origin}/openapi.json`)];
  t.is(before[0]!.headers.etag, before[1]!.headers.etag);
  t.is(serialised, 1);
  document = make('second');
  const after = await rawRequest(`${own.origin}/openapi.json`);
  t.not(after.headers.etag, before[0]!.headers.etag);
  t.is(JSON.parse(after.body.toString()).title, 'second');
});

test('a smaller description has an address and a tag of its own, is created once, and other values of media are a 400', async (t) => {
  let made = 0;
  const own = await startDocs({ document: () => document });
  const document = {
    toJSON: () => sample,
    get paths() {
      made += 1;
      return sample.paths;
    },
  };
  t.teardown(own.close);
  const [full, first, again] = [
    await rawRequest(`${own.origin}/openapi.json`),
    await rawRequest(`${own.origin}/openapi.json?media=paths`),
    await rawRequest(`${own.origin}/openapi.json?media=paths`),
  ];
  t.deepEqual(JSON.parse(full.body.toString()), sample);
  t.deepEqual(JSON.parse(first.body.toString()), { paths: Object.keys(sample.paths) });
  t.is(made, 1);
  t.is(first.headers.etag, again.headers.etag);
  t.not(first.headers.etag, full.headers.etag);
  const cached = await rawRequest(`${own.origin}/openapi.json?media=paths`, {
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  t.is(cached.status, 304);
  for (const media of ['', 'xml', 'PATHS', 'paths&media=paths', 'constructor', '__proto__'])
    t.is((await rawRequest(`${own.origin}/openapi.json?media=${media}`)).status, 400, media);
  t.is((await rawRequest(`${off.origin}/openapi.json?media=paths`)).status, 404);
});

for (const path of ['/openapi.json', assets[0]!]) {
  test(`${path} is compressed as the client accepts, with a tag for each encoding`, async (t) => {
    const plain = await get(path);
    const gzip = await get(path, { 'accept-encoding': 'gzip' });
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    const refused = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0' });
    t.is(plain.headers['content-encoding'], undefined);
    t.is(gzip.headers['content-encoding'], 'gzip');
    t.is(br.headers['content-encoding'], 'br');
    t.is(refused.headers['content-encoding'], undefined);
    t.true(gunzipSync(gzip.body).equals(plain.body));
    t.true(brotliDecompressSync(br.body).equals(plain.body));
    t.is(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size, 3);
    for (const { headers } of [plain, gzip, br]) t.is(headers.vary, 'Accept-Encoding');
    t.is((await get(path, { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) })).status, 304);
  });
}

test('assets are cached as immutable under the address that names their content, and revalidated under any other', async (t) => {
  for (const path of assets) {
    const page = (await get(path.startsWith('/docs') ? '/docs' : '/redoc')).body.toString();
    const address = loaded(page).find((one) => one.startsWith(`${path}?`)) as string;
    const { headers } = await get(address);
    t.is(headers['cache-control'], 'public, max-age=31536000, immutable');
    t.is(headers['content-type'], 'text/javascript; charset=utf-8');
    t.is((await get(address, { 'if-none-match': String(headers.etag) })).status, 304);
    for (const other of [path, `${path}?other`]) t.is((await get(other)).headers['cache-control'], 'no-cache', other);
  }
});

test('every module that the explorer imports is served', async (t) => {
  const plugin = (await get(`/docs/assets/${VERSION}/docs-plugin.js`)).body.toString();
  const imported = [...plugin.matchAll(/from '\.\/([\w-]+\.js)'/g)].map((match) => match[1]);
  t.deepEqual(imported.sort(), ['docs-sign-in.js', 'session.js']);
  for (const name of imported) t.is((await get(`/docs/assets/${VERSION}/${name}`)).status, 200, name);
});

test('HEAD responds like GET, without the body', async (t) => {
  for (const path of [...pages, ...assets]) {
    const [head, full] = [await rawRequest(service.origin + path, { method: 'HEAD' }), await get(path)];
    t.is(head.status, 200);
    t.is(head.body.length, 0);
    t.is(head.headers['content-length'], full.headers['content-length']);
    t.is(head.headers.etag, full.headers.etag);
  }
});

test('another method is a 405 that names the allowed ones', async (t) => {
  for (const path of [...pages, ...assets]) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await rawRequest(service.origin + path, { method });
      t.is(status, 405, `${method} ${path}`);
      t.is(headers.allow, 'GET, HEAD');
    }
  }
});

test('only the exact paths are served', async (t) => {
  const others = [
    '/v1/x/docs',
    '/docsx',
    '/DOCS',
    '/docs/index.html',
    '/openapi.json/',
    '/openapi.yaml',
    '/docs/assets',
    `/docs/assets/${VERSION}/`,
  ];
  const strange = [
    '0.0.0/init.js',
    `${VERSION}/nothing.js`,
    `${VERSION}/constructor`,
    `${VERSION}/..%2f..%2fpackage.json`,
  ];
  for (const path of [...others, ...strange.map((name) => `/docs/assets/${name}`)])
    t.is((await get(path)).status, 404, path);
});

test('when disabled, every path is a 404 for every method', async (t) => {
  for (const path of [...pages, ...assets]) {
    for (const method of ['GET', 'HEAD', 'POST'])
      t.is((await rawRequest(off.origin + path, { method })).status, 404, `${method} ${path}`);
  }
});

test('another description is derived from the document, served at its path and revalidated', async (t) => {
  const { status, headers, body } = await get('/paths.txt');
  t.deepEqual(
    [status, headers['content-type'], headers['cache-control']],
    [200, 'text/plain; charset=utf-8', 'no-cache'],
  );
  t.is(body.toString(), `${Object.keys(sample.paths).length}`);
  t.is((await get('/paths.txt', { 'if-none-match': String(headers.etag) })).status, 304);
  t.is((await rawRequest(`${off.origin}/paths.txt`)).status, 404);
});
