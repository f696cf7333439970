import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { unzipSync } from 'fflate';
import { packed } from '../../../src/features/osint/cases/case-archive.js';
import { verifyArchive } from '../../../src/features/osint/cases/verify-archive.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { runCommand } from '../../support/test-terminal.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_CASE_EVIDENCE_LIMIT: '5', SVC_EVIDENCE_MEGABYTES: '1' } });
});
test.after.always(() => service.close());

const hostile = '<script>alert(1)</script> "quoted" & 🚢';

async function caseWithEvidence() {
  const ada = await service.signedIn();
  const opened = await ada.post('/osint/cases', { title: `Who owns it? ${hostile}`, description: 'Two sources.' });
  const path = `/osint/cases/${opened.json.id}`;
  const first = await ada.post(`${path}/evidence`, {
    title: 'Registry extract',
    url: 'https://registry.example/1',
    content: `Owner: Halcyon. ${hostile}`,
  });
  const second = await ada.post(`${path}/evidence`, { recordType: 'sanctioned', recordId: 'simulator:vessel-1' });
  return { ada, path, first, second };
}

/** Returns the bytes of an exported case. */
async function exported(ada: Awaited<ReturnType<typeof caseWithEvidence>>['ada'], path: string): Promise<Uint8Array> {
  const answer = await ada.get(`${path}/export`);
  return new Uint8Array(Buffer.from(answer.text, 'latin1'));
}

test('evidence is hashed and chained in the order in which it was added', async (t) => {
  const { ada, path, first, second } = await caseWithEvidence();
  t.deepEqual([first.status, second.status], [201, 201]);
  t.is(first.json.sha256, createHash('sha256').update(first.json.content).digest('hex'));
  t.is(first.json.previousHash, null);
  t.is(second.json.previousHash, first.json.chainHash);
  t.like(second.json, {
    sequenceNumber: 2,
    recordType: 'sanctioned',
    title: 'EASTERN FALCON',
    mediaType: 'application/json',
  });
  t.is(JSON.parse(second.json.content).id, 'simulator:vessel-1');
  const read = (await ada.get(path)).json;
  t.like(read, { evidenceCount: 2, chainHash: second.json.chainHash, version: 3 });
  const page = await ada.get(`${path}/evidence?limit=1`);
  const next = await ada.get(`${path}/evidence?limit=1&cursor=${page.json.nextCursor}`);
  t.deepEqual(
    [page.json.items[0].id, next.json.items[0].id, next.json.nextCursor],
    [first.json.id, second.json.id, null],
  );
  t.deepEqual((await ada.get(`${path}/evidence/1`)).json, first.json);
});

test('an exported case is valid, and each file in it is the evidence', async (t) => {
  const { ada, path, first, second } = await caseWithEvidence();
  const archive = await exported(ada, path);
  const { problems, manifest } = verifyArchive(archive);
  t.deepEqual(problems, []);
  t.is(manifest?.chainHash, second.json.chainHash);
  const files = unzipSync(archive);
  t.deepEqual(Object.keys(files), ['manifest.json', 'index.html', 'evidence/0001.txt', 'evidence/0002.json']);
  t.is(new TextDecoder().decode(files['evidence/0001.txt']), first.json.content);
  const page = new TextDecoder().decode(files['index.html']);
  t.false(page.includes('<script'));
  t.true(page.includes('&lt;script&gt;alert(1)'));
});

test('any changed byte of an exported case is detected', async (t) => {
  const { ada, path } = await caseWithEvidence();
  const archive = await exported(ada, path);
  const undetected: number[] = [];
  for (let at = 0; at < archive.length; at += 1) {
    const changed = archive.slice();
    changed[at] = (changed[at] as number) ^ 0x01;
    if (verifyArchive(changed).problems.length === 0) undetected.push(at);
  }
  t.deepEqual(undetected, []);
  t.true(verifyArchive(archive.slice(0, -1)).problems.length > 0);
  t.true(verifyArchive(new Uint8Array([...archive, 0])).problems.length > 0);
});

test('changed, missing and added files are named, and so is evidence that was removed with its entry', async (t) => {
  const { ada, path } = await caseWithEvidence();
  const files = unzipSync(await exported(ada, path));
  const said = (changes: Record<string, Uint8Array | undefined>) => {
    const all = Object.entries({ ...files, ...changes }).filter(
      (entry): entry is [string, Uint8Array] => entry[1] !== undefined,
    );
    return verifyArchive(packed(Object.fromEntries(all))).problems.join(' ');
  };
  const text = (content: string) => new TextEncoder().encode(content);
  t.regex(said({ 'evidence/0001.txt': text('Owner: someone else.') }), /evidence\/0001\.txt is changed/);
  t.regex(said({ 'evidence/0002.json': undefined }), /evidence\/0002\.json is missing/);
  t.regex(said({ 'evidence/0003.txt': text('more') }), /evidence\/0003\.txt is added/);
  t.regex(said({ 'index.html': text('<html></html>') }), /index\.html is changed/);
  t.regex(said({ 'manifest.json': undefined }), /manifest\.json is missing/);
  const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json']));
  const edited = (edit: (value: typeof manifest) => void) => {
    const copy = structuredClone(manifest);
    edit(copy);
    return text(`${JSON.stringify(copy, null, 2)}\n`);
  };
  t.regex(
    said({ 'manifest.json': edited((value) => value.evidence.shift()), 'evidence/0001.txt': undefined }),
    /Evidence 1: its number is 2/,
  );
  t.regex(
    said({ 'manifest.json': edited((value) => (value.evidence[0].capturedAt = '2020-01-01T00:00:00.000Z')) }),
    /Evidence 1: its chain hash/,
  );
  t.regex(said({ 'manifest.json': edited((value) => (value.case.title = 'Another')) }), /seal/);
});

test('other archives and random bytes are rejected without an exception', (t) => {
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(1_000).fill(7),
    packed({ 'a.txt': new Uint8Array(3) }),
    packed({ 'manifest.json': new TextEncoder().encode('{"evidence":[null]}') }),
  ])
    t.true(verifyArchive(bytes).problems.length > 0);
});

test('a record that does not exist or that another account owns is not captured', async (t) => {
  const { ada, path } = await caseWithEvidence();
  for (const [recordType, recordId] of [
    ['vessel', '999999999'],
    ['sanctioned', 'simulator:nobody'],
    ['vulnerability', 'CVE-1999-0001'],
    ['event', '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
    ['event', 'not an id'],
    ['geo_event', '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  ])
    t.is(
      (await ada.post(`${path}/evidence`, { recordType, recordId })).json.code,
      'unprocessable',
      `${recordType} ${recordId}`,
    );
  t.is((await ada.get(path)).json.evidenceCount, 2);
});

test('evidence is a record or a content, in full', async (t) => {
  const { ada, path } = await caseWithEvidence();
  for (const [body, pointer] of [
    [{}, '/title'],
    [{ title: 'x' }, '/content'],
    [{ content: 'x' }, '/title'],
    [{ recordType: 'vessel' }, '/recordId'],
    [{ recordId: '1' }, '/recordType'],
    [{ recordType: 'vessel', recordId: '1', content: 'x' }, '/content'],
    [{ recordType: 'vessel', recordId: '1', url: 'https://a.example' }, '/url'],
    [{ title: 'x', content: 'x', url: 'javascript:alert(1)' }, '/url'],
  ] as const) {
    const answer = await ada.post(`${path}/evidence`, body);
    t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [400, pointer], JSON.stringify(body));
  }
});

test('no evidence is added to a closed case, and the quotas of evidence are enforced', async (t) => {
  const { ada, path } = await caseWithEvidence();
  const more = { title: 'More', content: 'x' };
  t.is((await ada.patch(path, { status: 'closed' })).status, 200);
  t.is((await ada.post(`${path}/evidence`, more)).json.code, 'conflict');
  t.is((await ada.patch(path, { status: 'open' })).status, 200);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post(`${path}/evidence`, more)));
  t.deepEqual(answers.map(({ json }) => json.code ?? 201).sort(), [201, 201, 201, 'quota_reached', 'quota_reached']);
  const big = { title: 'Big', content: 'ü'.repeat(100_000) };
  const bob = await service.signedIn();
  const opened = `/osint/cases/${(await bob.post('/osint/cases', { title: 'Large' })).json.id}/evidence`;
  const codes: unknown[] = [];
  for (let count = 0; count < 5; count += 1) codes.push((await bob.post(opened, big)).status);
  const other = `/osint/cases/${(await bob.post('/osint/cases', { title: 'Larger' })).json.id}/evidence`;
  codes.push((await bob.post(other, big)).json.code);
  t.deepEqual(codes, [201, 201, 201, 201, 201, 'quota_reached']);
});

test('an article is captured only by accounts that may read it', async (t) => {
  const { ada, path } = await caseWithEvidence();
  const bob = await service.signedIn();
  const now = new Date(service.clock.now());
  const insert = (id: string, owner: string | null) =>
    service.database.database.query(
      `insert into news_articles (id, owner_id, provider, external_id, source_key, title, published_at, fetched_at, source_name, owner, tier, symbols, entities, countries, places, title_key, tokens, minhash)
       values ($1::uuid, $2, 'simulator', $1::text, $1::text, 'Tanker leaves', $3, $3, 'Gazette', 'Gazette', 1, '{}', '{}', '{}', '[]', 't', '{}', '{}')`,
      [id, owner, now],
    );
  const [shared, private_] = ['01980a6e-5f3c-7c1a-9b52-3a8f64d2e911', '01980a6e-5f3c-7c1a-9b52-3a8f64d2e912'] as const;
  await insert(shared, null);
  await insert(private_, bob.accountId);
  const captured = await ada.post(`${path}/evidence`, { recordType: 'article', recordId: shared });
  t.like(captured.json, { title: 'Tanker leaves', recordType: 'article', mediaType: 'application/json' });
  t.is((await ada.post(`${path}/evidence`, { recordType: 'article', recordId: private_ })).json.code, 'unprocessable');
});

test('the command verifies a file offline, names changed files, and compares the chain hash with a given one', async (t) => {
  const { ada, path, second } = await caseWithEvidence();
  const archive = await exported(ada, path);
  const folder = mkdtempSync(join(tmpdir(), 'case-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [good, bad] = [join(folder, 'case.zip'), join(folder, 'changed.zip')];
  writeFileSync(good, archive);
  const changed = Buffer.from(archive);
  changed.write(
    'Owner: Nobody ',
    changed.indexOf('Owner: Halcyon', changed.indexOf('evidence/0001.txt', changed.indexOf('</html>'))),
  );
  writeFileSync(bad, changed);
  const verified = await runCommand(['verify-case', good, '--chain-hash', second.json.chainHash], {});
  t.is(verified.status, 0, verified.err);
  t.regex(
    verified.out,
    new RegExp(`^VERIFIED: .*\\n.*evidence: 2\\.\\nFinal chain hash: ${second.json.chainHash}\\n$`),
  );
  const refused = await runCommand(['verify-case', bad], {});
  t.is(refused.status, 1);
  t.regex(refused.err, /evidence\/0001\.txt is changed/);
  t.is((await runCommand(['verify-case', good, '--chain-hash', '0'.repeat(64)], {})).status, 1);
  t.is((await runCommand(['verify-case'], {})).status, 2);
});

test('the export of an account contains its cases and their evidence', async (t) => {
  const { ada } = await caseWithEvidence();
  const { json } = await ada.get('/users/me/export');
  const section = (name: string) => json.sections?.[name]?.items ?? json[name]?.items ?? json[name];
  t.is(section('cases').length, 1);
  t.is(section('caseEvidence').length, 2);
});
