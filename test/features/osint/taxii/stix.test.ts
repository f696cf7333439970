import 'reflect-metadata';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { RefreshSanctions } from '../../../../src/features/osint/sanctions/refresh-sanctions.service.js';
import { derivedUuid, stixType } from '../../../../src/features/osint/stix/stix-object.js';
import { readNvdPage } from '../../../../src/features/osint/vulnerabilities/nvd-answers.js';
import { RefreshVulnerabilities } from '../../../../src/features/osint/vulnerabilities/refresh-vulnerabilities.service.js';
import { VulnerabilitySources } from '../../../../src/features/osint/vulnerabilities/vulnerability-sources.js';
import type { Injectable } from '../../../../src/wiring/services.js';
import { isProblem } from '../../../support/is-problem.js';
import { root } from '../../../support/sources.js';
import { bundleFaults, type StixJson, stixFaults } from '../../../support/stix-rules.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

// Bundles are checked over the recorded files of OFAC, the excerpt of the KEV catalog, and recorded pages of NVD.

const folder = mkdtempSync(join(tmpdir(), 'watchfloor-ofac-'));
const names = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'];
let service: TestService;
let ada: TestClient;
test.before(async () => {
  for (const name of names) copyFileSync(join(root, 'test/fixtures/osint/ofac', name), join(folder, name));
  service = await startTestService({ env: { SVC_SANCTIONS_SOURCES: `simulator,file:${folder}` } });
  ada = await service.signedIn();
  const page = readNvdPage(JSON.parse(readFileSync(join(root, 'test/fixtures/osint/nvd/CVE-2021-26855.json'), 'utf8')));
  const sources = service.services.get(VulnerabilitySources as Injectable<VulnerabilitySources>);
  const nvd = { name: 'vulnerabilities.nvd', provider: 'nvd', pagesPerRun: 5, page: async () => page };
  Object.assign(sources, { changes: [nvd] });
  await service.services.get(RefreshVulnerabilities).refresh(AbortSignal.timeout(60_000));
  await service.services.get(RefreshSanctions).refresh(AbortSignal.timeout(60_000));
});
test.after.always(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const stix = (path: string, client = ada) => client.get(path, { headers: { accept: stixType } });
const find = ({ objects }: { objects: StixJson[] }, type: string) => objects.filter((object) => object.type === type);

test('recorded vulnerabilities are objects by the rules of STIX', async (t) => {
  const answer = await stix('/osint/vulnerabilities?limit=200');
  t.is(answer.headers.get('content-type'), stixType);
  t.deepEqual(bundleFaults(answer.json), []);
  t.true(find(answer.json, 'vulnerability').length >= 12);
  const [exchange] = find((await stix('/osint/vulnerabilities/CVE-2021-26855')).json, 'vulnerability');
  t.like(exchange, { name: 'CVE-2021-26855', revoked: undefined });
  const { labels, external_references: references } = exchange as StixJson;
  t.true(labels.includes('severity:critical') && labels.includes('known-exploited'));
  t.deepEqual(references[0], { source_name: 'cve', external_id: 'CVE-2021-26855' });
  t.is(references.find(({ source_name: name }: StixJson) => name === 'cvss').description, 'Base score 9.8 (critical).');
});

test('recorded entries of a sanctions list are identities by the rules of STIX', async (t) => {
  for (const q of ['NS Leader', 'EP-PUS', 'Moreno Daniel', 'Halcyon Tide Shipping', 'Eastern Falcon']) {
    const { json } = await stix(`/osint/sanctions?q=${encodeURIComponent(q)}`);
    t.deepEqual(bundleFaults(json), []);
    t.true((json.objects ?? []).length >= 2, q);
  }
  const { json } = await stix('/osint/sanctions?q=Eastern+Falcon&type=vessel');
  const vessel = json.objects[1];
  t.like(vessel, { name: 'EASTERN FALCON', identity_class: 'unknown' });
  t.true(vessel.labels.includes('simulated') && vessel.description.startsWith('Simulated data.'));
  const imo = vessel.external_references.find(({ source_name: name }: StixJson) => name === 'imo');
  t.is(imo.external_id, '9008354');
});

test('a case is a grouping and its evidence are notes, also for a grantee', async (t) => {
  const [owner, other] = [await service.signedIn(), await service.signedIn()];
  const { id } = (await owner.post('/osint/cases', { title: 'Ownership', description: '' })).json;
  const path = `/osint/cases/${id}`;
  const empty = (await stix(path, owner)).json;
  t.deepEqual(bundleFaults(empty), []);
  t.deepEqual(find(empty, 'grouping')[0]?.object_refs, [find(empty, 'identity')[0]?.id]);
  await owner.post(`${path}/evidence`, {
    title: 'Extract',
    content: 'Owner: X.',
    url: 'https://registry.example/a b|c'.replace(' ', ''),
  });
  await owner.post(`${path}/evidence`, { recordType: 'vulnerability', recordId: 'CVE-2021-44228' });
  const answer = await stix(path, owner);
  t.deepEqual(bundleFaults(answer.json), []);
  const [grouping] = find(answer.json, 'grouping');
  const notes = find(answer.json, 'note');
  t.deepEqual(
    grouping?.object_refs,
    notes.map((note) => note.id),
  );
  t.like(grouping, {
    name: 'Ownership',
    context: 'unspecified',
    labels: ['status:open'],
    id: `grouping--${id.slice(0, 14)}4${id.slice(15)}`,
  });
  t.like(notes[0], { abstract: 'Extract', content: 'Owner: X.', object_refs: [grouping?.id] });
  t.false('stixId' in JSON.parse(notes[1]?.content));

  isProblem(t, await stix(path, other), 404, 'not_found');
  const { email } = (await other.get('/users/me')).json;
  await owner.post('/users/me/grants', { kind: 'case', resourceId: id, email, access: 'read' });
  t.deepEqual((await stix(path, other)).json, answer.json);
});

test('a bundle without changes is answered with 304, is also chosen by format, and an empty one has no list', async (t) => {
  const first = await stix('/osint/vulnerabilities?limit=3');
  const tag = first.headers.get('etag') as string;
  const headers = { accept: stixType, 'if-none-match': tag };
  t.is((await ada.get('/osint/vulnerabilities?limit=3', { headers })).status, 304);
  t.is((await ada.get('/osint/vulnerabilities?limit=3&format=stix')).text, first.text);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
  const second = await stix(next.replace('/api/v1', ''));
  t.is(find(second.json, 'vulnerability').length, 3);
  t.is(new Set([...first.json.objects, ...second.json.objects].map(({ id }) => id)).size, 7);
  const empty = await stix('/osint/vulnerabilities?q=nothing-has-this-word');
  t.deepEqual(Object.keys(empty.json), ['type', 'id']);
  t.deepEqual(bundleFaults(empty.json), []);
  const old = { headers: { accept: 'application/stix+json;version=2.0' } };
  isProblem(t, await ada.get('/osint/vulnerabilities', old), 406, 'not_acceptable');
});

test('a derived UUID has version 5 and depends on its name', (t) => {
  t.regex(derivedUuid('a'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(derivedUuid('a'), derivedUuid('a'));
  t.not(derivedUuid('a'), derivedUuid('b'));
});

test('the rules of STIX find every kind of violation', (t) => {
  const right = {
    ...{ type: 'note', spec_version: '2.1', id: 'note--3f1c5f0e-6f0b-4d2c-8a53-6d5a0e9b7c11', content: 'Seen.' },
    ...{ created: '2026-11-20T21:00:00.000Z', modified: '2026-11-20T21:00:00.000Z' },
    object_refs: ['note--3f1c5f0e-6f0b-4d2c-8a53-6d5a0e9b7c11'],
  };
  t.deepEqual(stixFaults(right), []);
  const wrong: StixJson[] = [
    { type: 'vessel' },
    { content: undefined },
    { score: 1 },
    { spec_version: '2.0' },
    { id: 'note--01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' },
    { id: 'identity--3f1c5f0e-6f0b-4d2c-8a53-6d5a0e9b7c11' },
    { created: '2026-11-20T21:00:00Z' },
    { modified: '2026-11-20T20:59:59.999Z' },
    { labels: [] },
    { labels: 'one' },
    { abstract: null },
    { external_references: [{ source_name: 'nvd' }] },
    { external_references: [{ source_name: 'nvd', external_id: 'CVE-2021-44228' }] },
    { external_references: [{ source_name: 'cve', external_id: 'CVE-21-1' }] },
    { external_references: [{ source_name: 'x', url: 'https://x.example/a b' }] },
  ];
  for (const change of wrong) t.true(stixFaults({ ...right, ...change }).length > 0, JSON.stringify(change));
  t.true(bundleFaults({ type: 'bundle', id: right.id.replace('note', 'bundle'), objects: [] }).length > 0);
  const dangling = { ...right, object_refs: ['note--00000000-0000-4000-8000-000000000000'] };
  t.is(bundleFaults({ type: 'bundle', id: right.id.replace('note', 'bundle'), objects: [dangling] }).length, 1);
});
