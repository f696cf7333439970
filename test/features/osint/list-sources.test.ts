import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Config } from '../../../src/config/config.js';
import { OsintConfig } from '../../../src/features/osint/osint.config.js';
import { createSanctionsSources } from '../../../src/features/osint/sanctions/sanctions-sources.js';
import { createVulnerabilitySources } from '../../../src/features/osint/vulnerabilities/vulnerability-sources.js';
import { sourceParts } from '../../support/source-parts.js';
import { root } from '../../support/sources.js';
import { webServer } from '../../support/web-server.js';

const fixture = (name: string) => readFileSync(join(root, 'test/fixtures/osint', name));
const configFor = (env: Record<string, string>) =>
  new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: 'x'.repeat(40), SVC_DATA_SECRET: 'x'.repeat(40), ...env }, [OsintConfig]).of(OsintConfig);
const signal = () => AbortSignal.timeout(60_000);

test('the files of OFAC are fetched and joined, and again only when the first one has changed', async (t) => {
  const server = await webServer(t, {
    '/SDN.CSV': { body: fixture('ofac/sdn.csv'), headers: { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' } },
    '/ALT.CSV': { body: fixture('ofac/alt.csv') },
    '/ADD.CSV': { body: fixture('ofac/add.csv') },
    '/SDN_COMMENTS.CSV': { body: fixture('ofac/sdn_comments.csv') },
  });
  const config = configFor({ SVC_SANCTIONS_SOURCES: 'ofac', SVC_OFAC_BASE_URL: server.url });
  const [ofac] = createSanctionsSources(config, sourceParts()).all;
  const list = await ofac?.load({}, signal());
  t.is(list?.items.length, 17);
  t.deepEqual(list?.validators['SDN.CSV'], { etag: '"one"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' });

  server.answers['/SDN.CSV'] = { status: 304 };
  const before = server.requests.length;
  t.is(await ofac?.load(list?.validators ?? {}, signal()), undefined);
  t.deepEqual(
    server.requests.slice(before).map(({ url, headers }) => [url, headers['if-none-match'], headers['if-modified-since']]),
    [['/SDN.CSV', '"one"', 'Fri, 20 Nov 2026 10:00:00 GMT']],
  );

  // A file of the set that is missing would remove its names from the list.
  server.answers['/SDN.CSV'] = { body: fixture('ofac/sdn.csv') };
  server.answers['/ALT.CSV'] = { status: 404 };
  await t.throwsAsync(ofac?.load({}, signal()) ?? Promise.resolve(), { name: 'UpstreamError' });
});

test('a list that is redirected to another host without https, twice, or to a page is refused', async (t) => {
  const elsewhere = await webServer(t, { '/list': { body: '{}' } });
  const server = await webServer(t, {
    '/to-storage': { status: 302, headers: { location: '/stored' } },
    '/stored': { body: '<html><body>Sign in</body></html>', headers: { 'content-type': 'text/html' } },
    '/to-other': { status: 302, headers: { location: `${elsewhere.url}/list` } },
    '/twice': { status: 302, headers: { location: '/to-storage' } },
  });
  for (const path of ['/to-storage', '/to-other', '/twice']) {
    const [list] = createSanctionsSources(configFor({ SVC_SANCTIONS_SOURCES: `${server.url}${path}` }), sourceParts()).all;
    await t.throwsAsync(list?.load({}, signal()) ?? Promise.resolve(), { name: 'UpstreamError' }, path);
  }
  t.deepEqual(elsewhere.requests, []);
});

test('the catalog of exploited vulnerabilities and the pages of NVD are fetched, and what is no catalog is refused', async (t) => {
  const kevFile = readFileSync(join(root, 'src/features/osint/vulnerabilities/kev-sample.json'));
  const server = await webServer(t, { '/known_exploited_vulnerabilities.json': { body: kevFile, headers: { etag: '"k"' } } });
  const config = configFor({ SVC_VULNERABILITY_SOURCES: 'kev,nvd', SVC_KEV_BASE_URL: server.url, SVC_NVD_BASE_URL: server.url, SVC_NVD_API_KEY: 'a-key' });
  const { catalogues, changes } = createVulnerabilitySources(config, sourceParts());
  const read = await catalogues[0]?.load({}, signal());
  t.true((read?.catalogue.reports.length ?? 0) >= 12);
  t.deepEqual(read?.validators, { 'known_exploited_vulnerabilities.json': { etag: '"k"' } });
  server.answers['/known_exploited_vulnerabilities.json'] = { status: 304 };
  t.is(await catalogues[0]?.load(read?.validators ?? {}, signal()), undefined);
  server.answers['/known_exploited_vulnerabilities.json'] = { body: '<html></html>' };
  await t.throwsAsync(catalogues[0]?.load({}, signal()) ?? Promise.resolve(), { name: 'UpstreamError' });

  const [from, to] = [new Date('2021-03-01T00:00:00Z'), new Date('2021-03-05T00:00:00Z')];
  const query = `lastModStartDate=2021-03-01T00%3A00%3A00.000Z&lastModEndDate=2021-03-05T00%3A00%3A00.000Z&resultsPerPage=400&startIndex=0`;
  server.answers[`/cves/2.0?${query}`] = { body: fixture('nvd/CVE-2021-26855.json'), headers: { 'content-type': 'application/json' } };
  const page = await changes[0]?.page(from, to, 0, signal());
  t.deepEqual(
    page?.reports.map(({ id }) => id),
    ['CVE-2021-26855'],
  );
  t.is(server.requests.at(-1)?.headers.apikey, 'a-key');
  server.answers[`/cves/2.0?${query}`] = { status: 403 };
  await t.throwsAsync(changes[0]?.page(from, to, 0, signal()) ?? Promise.resolve(), { name: 'UpstreamError' });
});
