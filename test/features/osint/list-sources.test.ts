import 'reflect-metadata';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { Config } from '../../../src/config/config.js';
import { OsintConfig } from '../../../src/features/osint/osint.config.js';
import { createSanctionsSources } from '../../../src/features/osint/sanctions/sanctions-sources.js';
import { createVulnerabilitySources } from '../../../src/features/osint/vulnerabilities/vulnerability-sources.js';
import { listenOnOwnPort } from '../../support/own-port.js';
import { sourceParts, type TestSourceParts } from '../../support/source-parts.js';
import { root } from '../../support/sources.js';
import { webServer } from '../../support/web-server.js';

const fixture = (name: string) => readFileSync(join(root, 'test/fixtures/osint', name));
const configFor = (env: Record<string, string>) =>
  new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: 'x'.repeat(40), SVC_DATA_SECRET: 'x'.repeat(40), ...env }, [
    OsintConfig,
  ]).of(OsintConfig);
const signal = () => AbortSignal.timeout(60_000);

/** Returns the feeds of a test by name: status, whether their data is current, and kinds of failure. */
const feedsOf = ({ feeds }: TestSourceParts) =>
  Object.fromEntries(
    feeds
      .list()
      .map(({ feed, status, lastSuccessAt, failures }) => [
        feed,
        [status, lastSuccessAt !== null, (failures ?? []).map(({ kind }) => kind).join()],
      ]),
  );
const ofacAnswers = () => ({
  '/SDN.CSV': {
    body: fixture('ofac/sdn.csv'),
    headers: { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' },
  },
  '/ALT.CSV': { body: fixture('ofac/alt.csv') },
  '/ADD.CSV': { body: fixture('ofac/add.csv') },
  '/SDN_COMMENTS.CSV': { body: fixture('ofac/sdn_comments.csv') },
  '/CONS_PRIM.CSV': { body: fixture('ofac/cons_prim.csv'), headers: { etag: '"two"' } },
  '/CONS_ALT.CSV': { body: fixture('ofac/cons_alt.csv') },
  '/CONS_ADD.CSV': { body: fixture('ofac/cons_add.csv') },
  '/CONS_COMMENTS.CSV': { body: '' },
});

test('the files of both lists of OFAC are fetched and joined, and again only when a main file has changed', async (t) => {
  const server = await webServer(t, ofacAnswers());
  const config = configFor({ SVC_SANCTIONS_SOURCES: 'ofac', SVC_OFAC_BASE_URL: server.url });
  const parts = sourceParts();
  const [ofac] = createSanctionsSources(config, parts).all;
  const list = await ofac?.load({}, signal());
  t.is(list?.items.length, 21);
  t.deepEqual(list?.validators['SDN.CSV'], { etag: '"one"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' });
  t.deepEqual(list?.validators['CONS_PRIM.CSV'], { etag: '"two"' });
  t.deepEqual(feedsOf(parts)['sanctions.ofac'], ['ok', true, '']);
  t.is(parts.feeds.list().find(({ feed }) => feed === 'sanctions.ofac')?.records, 21);

  server.answers['/SDN.CSV'] = { status: 304 };
  server.answers['/CONS_PRIM.CSV'] = { status: 304 };
  let before = server.requests.length;
  t.is(await ofac?.load(list?.validators ?? {}, signal()), undefined);
  t.deepEqual(
    server.requests
      .slice(before)
      .map(({ url, headers }) => [url, headers['if-none-match'], headers['if-modified-since']]),
    [
      ['/SDN.CSV', '"one"', 'Fri, 20 Nov 2026 10:00:00 GMT'],
      ['/CONS_PRIM.CSV', '"two"', undefined],
    ],
  );

  // When one file has changed, the unchanged one is fetched completely too, because both make one list.
  const answers = ofacAnswers();
  Object.assign(server.answers, answers);
  const sdn = () =>
    server.requests.at(-1)?.headers['if-none-match'] === '"one"' ? { status: 304 } : answers['/SDN.CSV'];
  Object.defineProperty(server.answers, '/SDN.CSV', { configurable: true, get: sdn });
  before = server.requests.length;
  t.is((await ofac?.load(list?.validators ?? {}, signal()))?.items.length, 21);
  t.deepEqual(
    server.requests
      .slice(before)
      .filter(({ url }) => url === '/SDN.CSV')
      .map(({ headers }) => headers['if-none-match']),
    ['"one"', undefined],
  );

  // Without a file of the set, its names would disappear from the list, so the load fails.
  for (const missing of ['/ALT.CSV', '/CONS_ADD.CSV'] as const) {
    Object.assign(server.answers, { '/ALT.CSV': answers['/ALT.CSV'], [missing]: { status: 404 } });
    await t.throwsAsync(
      ofac?.load({}, signal()) ?? Promise.resolve(),
      { name: 'UpstreamError', code: 'not_found' },
      missing,
    );
  }
  t.deepEqual(feedsOf(parts)['sanctions.ofac'], ['ok', true, 'not_found']);
});

test('a list that is redirected to another host without https, redirected twice, or redirected to an HTML page is rejected', async (t) => {
  const elsewhere = await webServer(t, { '/list': { body: '{}' } });
  const server = await webServer(t, {
    '/to-storage': { status: 302, headers: { location: '/stored' } },
    '/stored': { body: '<html><body>Sign in</body></html>', headers: { 'content-type': 'text/html' } },
    '/to-other': { status: 302, headers: { location: `${elsewhere.url}/list` } },
    '/to-nowhere': { status: 302, headers: {} },
    '/twice': { status: 302, headers: { location: '/to-storage' } },
  });
  const messages = {
    '/to-storage': 'The list has no entries.',
    '/to-other': 'The file is redirected to an address that is not allowed.',
    '/to-nowhere': 'The redirect has no location.',
    '/twice': 'The file is redirected more than once.',
  };
  for (const [path, message] of Object.entries(messages)) {
    const parts = sourceParts();
    const [list] = createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: `${server.url}${path}` }), parts).all;
    await t.throwsAsync(
      list?.load({}, signal()) ?? Promise.resolve(),
      { name: 'UpstreamError', code: 'bad_answer', message },
      path,
    );
    t.deepEqual(feedsOf(parts)['sanctions.list'], ['stale', false, 'bad_answer'], path);
  }
  t.deepEqual(elsewhere.requests, []);
});

test('a redirect is followed to the same host, and to another host with https', async (t) => {
  const mute = createServer((socket) => socket.destroy());
  const closed = await listenOnOwnPort(mute);
  t.teardown(() => void mute.close());
  const entity = JSON.stringify({
    id: 'a',
    caption: 'ACME',
    schema: 'Company',
    properties: { name: ['ACME'], topics: ['sanction'] },
  });
  const server = await webServer(t, {
    '/same': { status: 307, headers: { location: '/stored?part=1' } },
    '/stored?part=1': { body: entity },
    '/secure': { status: 302, headers: { location: `https://127.0.0.1:${closed}/list` } },
  });
  const loadFrom = (path: string, parts: TestSourceParts) =>
    createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: `${server.url}${path}` }), parts).all[0]?.load(
      {},
      signal(),
    ) ?? Promise.resolve();
  const [same, secure] = [sourceParts(), sourceParts()];
  t.is((await loadFrom('/same', same))?.items.length, 1);
  t.deepEqual(feedsOf(same), { 'sanctions.list': ['ok', true, ''], 'sanctions.list.files': ['ok', true, ''] });
  // The server does not speak TLS, so the call fails. It shows that the path is called at all.
  await t.throwsAsync(loadFrom('/secure', secure), { code: 'unreachable' });
  t.deepEqual(feedsOf(secure), {
    'sanctions.list': ['stale', false, 'unreachable'],
    'sanctions.list.files': ['stale', false, 'unreachable'],
  });
});

test('the feed of a list that has never been read is not ok, and names the kind of failure', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-lists-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [empty, good] = [join(folder, 'companies.json'), join(folder, 'list.json')];
  const entity = (id: string) =>
    JSON.stringify({ id, caption: 'ACME', schema: 'Company', properties: { name: ['ACME'], topics: ['sanction'] } });
  writeFileSync(empty, JSON.stringify({ id: 'a', caption: 'ACME', schema: 'Company', properties: { name: ['ACME'] } }));
  writeFileSync(good, entity('b'));
  const server = await webServer(t, { '/forbidden': { status: 403 } });
  const sources = `file:${empty},file:${join(folder, 'nowhere.json')},file:${good},${server.url}/gone,${server.url}/forbidden`;
  const parts = sourceParts();
  const lists = createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: sources }), parts).all;
  await Promise.allSettled(lists.map((list) => list.load({}, signal())));
  t.deepEqual(feedsOf(parts), {
    'sanctions.list': ['stale', false, 'bad_answer'],
    'sanctions.list-2': ['stale', false, 'unreachable'],
    'sanctions.list-3': ['ok', true, ''],
    'sanctions.list-4': ['stale', false, 'not_found'],
    'sanctions.list-5': ['stale', false, 'not_entitled'],
  });
  // A file that has not changed since it was read before the start counts as read.
  const again = sourceParts();
  const known = (await lists[2]?.load({}, signal()))?.validators ?? {};
  const third = createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: sources }), again).all[2];
  t.is(await third?.load(known, signal()), undefined);
  t.deepEqual(feedsOf(again)['sanctions.list-3'], ['ok', true, '']);
});

test('a folder with the files of OFAC is read with or without the files of the consolidated list', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-ofac-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const copy = (name: string, to: string) =>
    copyFileSync(join(root, 'test/fixtures/osint/ofac', name), join(folder, to));
  for (const name of ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']) copy(name, name);
  const load = async () =>
    (
      await createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: `file:${folder}` }), sourceParts()).all[0]?.load(
        {},
        signal(),
      )
    )?.items.length;
  t.is(await load(), 17);
  for (const name of ['cons_prim', 'cons_alt', 'cons_add']) copy(`${name}.csv`, `${name.toUpperCase()}.CSV`);
  await t.throwsAsync(load, { code: 'ENOENT' });
  writeFileSync(join(folder, 'cons_comments.csv'), '');
  t.is(await load(), 21);
});

test('the catalog of exploited vulnerabilities and the pages of NVD are fetched, and other documents are rejected', async (t) => {
  const kevFile = readFileSync(join(root, 'src/features/osint/vulnerabilities/kev-sample.json'));
  const server = await webServer(t, {
    '/known_exploited_vulnerabilities.json': { body: kevFile, headers: { etag: '"k"' } },
  });
  const config = configFor({
    SVC_VULNERABILITY_SOURCES: 'kev,nvd',
    SVC_KEV_BASE_URL: server.url,
    SVC_NVD_BASE_URL: server.url,
    SVC_NVD_API_KEY: 'a-key',
  });
  const { catalogues, changes } = createVulnerabilitySources(config, sourceParts());
  const read = await catalogues[0]?.load({}, signal());
  t.true((read?.catalogue.reports.length ?? 0) >= 12);
  t.deepEqual(read?.validators, { 'known_exploited_vulnerabilities.json': { etag: '"k"' } });
  server.answers['/known_exploited_vulnerabilities.json'] = { status: 304 };
  t.is(await catalogues[0]?.load(read?.validators ?? {}, signal()), undefined);
  server.answers['/known_exploited_vulnerabilities.json'] = { body: '<html></html>' };
  const refusedAs = (message: string, loaded = createVulnerabilitySources(config, sourceParts())) =>
    t.throwsAsync(loaded.catalogues[0]?.load({}, signal()) ?? Promise.resolve(), {
      name: 'UpstreamError',
      code: 'bad_answer',
      message,
    });
  await refusedAs('The catalog is not JSON.');
  server.answers['/known_exploited_vulnerabilities.json'] = { body: '{"vulnerabilities":[]}' };
  const parts = sourceParts();
  await refusedAs('The catalog has no entries.', createVulnerabilitySources(config, parts));
  t.deepEqual(feedsOf(parts)['vulnerabilities.kev'], ['stale', false, 'bad_answer']);

  const [from, to] = [new Date('2021-03-01T00:00:00Z'), new Date('2021-03-05T00:00:00Z')];
  const query = `lastModStartDate=2021-03-01T00%3A00%3A00.000Z&lastModEndDate=2021-03-05T00%3A00%3A00.000Z&resultsPerPage=400&startIndex=0`;
  server.answers[`/cves/2.0?${query}`] = {
    body: fixture('nvd/CVE-2021-26855.json'),
    headers: { 'content-type': 'application/json' },
  };
  const page = await changes[0]?.page(from, to, 0, signal());
  t.deepEqual(
    page?.reports.map(({ id }) => id),
    ['CVE-2021-26855'],
  );
  t.is(server.requests.at(-1)?.headers.apikey, 'a-key');
  server.answers[`/cves/2.0?${query}`] = { status: 403 };
  await t.throwsAsync(changes[0]?.page(from, to, 0, signal()) ?? Promise.resolve(), {
    name: 'UpstreamError',
    code: 'rate_limited',
  });
});
