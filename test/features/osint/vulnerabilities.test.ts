import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ListRepository } from '../../../src/features/osint/lists/list.repository.js';
import { readKev } from '../../../src/features/osint/vulnerabilities/kev-catalogue.js';
import { readNvdPage } from '../../../src/features/osint/vulnerabilities/nvd-answers.js';
import { RefreshVulnerabilitiesJob } from '../../../src/features/osint/vulnerabilities/refresh-vulnerabilities.job.js';
import { RefreshVulnerabilities } from '../../../src/features/osint/vulnerabilities/refresh-vulnerabilities.service.js';
import { VulnerabilityRepository } from '../../../src/features/osint/vulnerabilities/vulnerability.repository.js';
import { VulnerabilitySources } from '../../../src/features/osint/vulnerabilities/vulnerability-sources.js';
import type { Injectable } from '../../../src/wiring/services.js';
import { isProblem } from '../../support/is-problem.js';
import { HOUR, serviceFor } from '../../support/service-for.js';
import { root } from '../../support/sources.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { webServer } from '../../support/web-server.js';

const recorded = (name: string) => JSON.parse(readFileSync(join(root, 'test/fixtures/osint/nvd', name), 'utf8'));

test('a recorded page of NVD is read: score, severity, times in UTC, weaknesses and references', (t) => {
  const { reports, totalResults } = readNvdPage(recorded('CVE-2021-26855.json'));
  t.is(totalResults, 1);
  t.like(reports[0], { id: 'CVE-2021-26855', severity: 'critical', score: 9.8 });
  t.is(reports[0]?.publishedAt?.toISOString(), '2021-03-03T00:15:12.103Z');
  t.true((reports[0]?.references.length ?? 0) > 0);
});

test('pages of another form are rejected and entries without an id are skipped', (t) => {
  for (const body of [null, [], {}, { format: 'NVD_CVE' }, { format: 'NVD_CVE', vulnerabilities: [] }])
    t.throws(() => readNvdPage(body), { name: 'UpstreamError' });
  t.deepEqual(
    readNvdPage({
      format: 'NVD_CVE',
      totalResults: 3,
      vulnerabilities: [null, { cve: null }, { cve: { id: 'CVE-1' } }],
    }).reports,
    [],
  );
  for (const body of [null, 'x', {}, { vulnerabilities: [] }, { vulnerabilities: [{}] }])
    t.throws(() => readKev(body), { name: 'UpstreamError' });
});

test('an entry of CISA is read: up to 20 weaknesses of the right form, links among the notes, and ransomware', (t) => {
  const weaknesses = Array.from({ length: 21 }, (_, index) => `CWE-${index + 1}`);
  const entry = { cveID: 'CVE-2026-0001', vulnerabilityName: 'Hole', dateAdded: '2026-11-03', dueDate: 'soon' };
  const read = (fields: object) => readKev({ vulnerabilities: [{ ...entry, ...fields }] }).reports[0];
  t.like(read({ cwes: ['CWE-79', 'cwe-1', 7], notes: 'see https://a.example/x ; https://b.example/ ;none' }), {
    weaknesses: ['CWE-79'],
    references: ['https://b.example/'],
    exploitation: { since: '2026-11-03', dueDate: null, requiredAction: null, ransomware: false },
  });
  t.deepEqual(read({ cwes: weaknesses })?.weaknesses, weaknesses.slice(0, 20));
  t.deepEqual(read({ cwes: 'CWE-79', notes: 7 })?.weaknesses, []);
  t.true(read({ knownRansomwareCampaignUse: 'Known' })?.exploitation?.ransomware);
});

let service: TestService;
let ada: TestClient;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  await service.services.get(RefreshVulnerabilities).refresh(AbortSignal.timeout(60_000));
});
test.after.always(() => service.close());

const idsOf = async (query: string) =>
  (await ada.get(`/osint/vulnerabilities?${query}`)).json.items.map(({ id }: { id: string }) => id);

test('the built-in excerpt is listed latest first, found by words, and filtered', async (t) => {
  const { items } = (await ada.get('/osint/vulnerabilities?limit=200')).json;
  t.true(items.length >= 12);
  const days = items.map(({ exploitedSince }: { exploitedSince: string }) => exploitedSince);
  t.deepEqual(days, days.toSorted().reverse());
  t.deepEqual(await idsOf('q=log4j2'), ['CVE-2021-44228']);
  t.deepEqual(await idsOf('q=cve-2021-44228&exploited=true'), ['CVE-2021-44228']);
  t.deepEqual(await idsOf('exploited=false&severity=low'), []);
  const first = (await ada.get('/osint/vulnerabilities?limit=5')).json;
  const second = (await ada.get(`/osint/vulnerabilities?limit=5&cursor=${first.nextCursor}`)).json;
  t.deepEqual(
    [...first.items, ...second.items].map(({ id }: { id: string }) => id),
    items.slice(0, 10).map(({ id }: { id: string }) => id),
  );
});

test('entries of several catalogs are merged by CVE id', async (t) => {
  const before = (await ada.get('/osint/vulnerabilities/cve-2021-26855')).json;
  t.like(before, { severity: null, exploitedSince: '2021-11-03', providers: ['kev-sample'] });
  const sources = service.services.get(VulnerabilitySources as Injectable<VulnerabilitySources>);
  const page = readNvdPage(recorded('CVE-2021-26855.json'));
  const nvd = { name: 'vulnerabilities.nvd', provider: 'nvd', pagesPerRun: 5, page: async () => page };
  Object.assign(sources, { changes: [nvd] });
  await service.services.get(RefreshVulnerabilities).refresh(AbortSignal.timeout(60_000));
  const { json } = await ada.get('/osint/vulnerabilities/CVE-2021-26855');
  t.like(json, {
    severity: 'critical',
    score: 9.8,
    exploitedSince: '2021-11-03',
    title: before.title,
    providers: ['kev-sample', 'nvd'],
  });
  // Entries that are read again with the next changes are not counted twice.
  await service.services.get(RefreshVulnerabilities).refresh(AbortSignal.timeout(60_000));
  t.is((await service.services.get(ListRepository).find('vulnerabilities.nvd'))?.records, 1);
});

test('the entries of a batch are merged one by one: a title or description of the better source is kept', async (t) => {
  const own = await serviceFor(t, {});
  const repository = own.services.get(VulnerabilityRepository);
  const now = new Date(own.clock.now());
  const report = (id: string, text: string, publishedAt?: Date) => ({
    ...{ id, title: `${text} title`, description: `${text} description`, publishedAt },
    ...{ weaknesses: [], references: [] },
  });
  const ids = ['CVE-2001-0001', 'CVE-2001-0002'] as const;
  const merge = (...reports: Array<ReturnType<typeof report>>) => repository.merge(reports, 'test', now);
  for (const undatedFirst of [true, false]) {
    const [undated, dated] = undatedFirst ? ids : ids.toReversed();
    await merge(report(ids[0], 'First'), report(ids[1], 'First'));
    const second = [report(undated as string, 'Undated'), report(dated as string, 'Dated', now)];
    await merge(...(undatedFirst ? second : second.toReversed()));
    t.like(await repository.find(undated as string), { title: 'Undated title', description: 'First description' });
    t.like(await repository.find(dated as string), { title: 'First title', description: 'Dated description' });
    await own.database.database.query('delete from vulnerabilities where id = any($1)', [ids]);
  }
});

test('an unknown vulnerability returns 404 and a malformed id 400', async (t) => {
  isProblem(t, await ada.get('/osint/vulnerabilities/CVE-1999-0001'), 404, 'not_found');
  isProblem(t, await ada.get('/osint/vulnerabilities/log4j'), 400, 'invalid_request', 'path/cve');
});

test('the catalog of exploited vulnerabilities is fetched hourly, and kept when it cannot be read', async (t) => {
  const file = '/known_exploited_vulnerabilities.json';
  const server = await webServer(t, {
    [file]: { body: readFileSync(join(root, 'src/features/osint/vulnerabilities/kev-sample.json')) },
  });
  const { services, clock, signedIn } = await serviceFor(t, {
    env: { SVC_VULNERABILITY_SOURCES: 'kev', SVC_KEV_BASE_URL: server.url },
  });
  const job = services.get(RefreshVulnerabilitiesJob);
  const requests = async () => {
    await job.run(new AbortController().signal);
    return server.requests.length;
  };
  t.is(await requests(), 1);
  clock.advance(HOUR - 1);
  t.is(await requests(), 1);
  clock.advance(1);
  server.answers[file] = { body: '{"vulnerabilities":[]}' };
  t.is(await requests(), 2);
  t.is((await (await signedIn()).get('/osint/vulnerabilities?limit=100')).json.items.length, 16);
  // A file with unreadable contents is fetched again at the next run.
  t.is(await requests(), 3);
});

test('scores are from 0 to 10', (t) => {
  const scored = (baseScore: unknown) => {
    const metrics = {
      cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore, baseSeverity: 'LOW', vectorString: 'CVSS:3.1/AV:N' } }],
    };
    const cve = {
      id: 'CVE-2026-0001',
      published: '2026-01-01T00:00:00',
      descriptions: [{ lang: 'en', value: 'A flaw.' }],
      metrics,
    };
    return readNvdPage({ format: 'NVD_CVE', totalResults: 1, vulnerabilities: [{ cve }] }).reports[0]?.score;
  };
  t.deepEqual([0, 0.5, 10].map(scored), [0, 0.5, 10]);
  t.deepEqual([-0.1, 10.1, '5', null].map(scored), [undefined, undefined, undefined, undefined]);
});
