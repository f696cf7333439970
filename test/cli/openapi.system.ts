import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { main } from '../../src/cli/openapi.js';
import { buildDocument } from '../../src/openapi/document.js';
import { edited, remove, set } from '../openapi/support/edit.js';
import { fixture, fixtureDocument } from '../openapi/support/fixture-document.js';

/** Returns a function that runs the command in a new folder. */
async function inFolder(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-cli-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const run = async (...args: string[]) => {
    let [out, err] = ['', ''];
    const describe = async ({ production }: { production: boolean }) => buildDocument({ ...fixture, production });
    const code = await main(args, { describe, folder, out: (text) => (out += text), err: (text) => (err += text) });
    return { code, out, err };
  };
  return { run, path: (name: string) => join(folder, name) };
}

test('export writes the description to standard output', async (t) => {
  const { run } = await inFolder(t);
  const { code, out } = await run('export');
  t.is(code, 0);
  t.deepEqual(JSON.parse(out), fixtureDocument());
});

test('the YAML and the JSON have the same content', async (t) => {
  const { run, path } = await inFolder(t);
  await run('export', '--out', 'openapi.yaml');
  const content = await readFile(path('openapi.yaml'), 'utf8');
  t.deepEqual(parse(content), fixtureDocument());
  t.notRegex(content, /[&*]a\d/, 'no aliases');
});

test('an export with --media json names one media type for each body', async (t) => {
  const { run } = await inFolder(t);
  const { code, out } = await run('export', '--media', 'json');
  t.is(code, 0);
  t.deepEqual(Object.keys(JSON.parse(out).paths['/api/v1/notes'].get.responses[200].content), ['application/json']);
  for (const media of ['xml', 'constructor', '']) t.is((await run('export', '--media', media)).code, 2, media);
});

test('two exports have identical bytes', async (t) => {
  const { run } = await inFolder(t);
  t.is((await run('export')).out, (await run('export')).out);
});

test('a production export has no Debug group', async (t) => {
  const { run } = await inFolder(t);
  const { out } = await run('export', '--production');
  t.notRegex(out, /"Debug"/);
});

test('check passes right after an export', async (t) => {
  const { run } = await inFolder(t);
  await run('export', '--out', 'openapi.json');
  t.is((await run('check')).code, 0);
});

test('check lists the differences and the command that updates the file', async (t) => {
  const { run, path } = await inFolder(t);
  const old = edited(fixtureDocument(), [set('/info/version', '0.9.0'), remove('/paths/~1api~1v1~1health')]);
  await writeFile(path('openapi.json'), JSON.stringify(old, null, 2));
  const { code, err } = await run('check');
  t.is(code, 1);
  t.regex(err, /~ \/info\/version: "0\.9\.0" → "1\.0\.0"/);
  t.regex(err, /\+ \/paths\/~1api~1v1~1health/);
  t.regex(err, /export --out openapi\.json/);
});

test('check detects a different layout', async (t) => {
  const { run, path } = await inFolder(t);
  await writeFile(path('openapi.json'), JSON.stringify(fixtureDocument()));
  const { code, err } = await run('check');
  t.is(code, 1);
  t.regex(err, /layout/);
});

test('check without a committed file exits as invalid input', async (t) => {
  const { run } = await inFolder(t);
  t.is((await run('check')).code, 2);
});

test('diff exits with 1 when the new description breaks clients of the old', async (t) => {
  const { run, path } = await inFolder(t);
  await run('export', '--out', 'old.yaml');
  await writeFile(path('new.json'), JSON.stringify(edited(fixtureDocument(), [remove('/paths/~1api~1v1~1health')])));
  const { code, out } = await run('diff', 'old.yaml', 'new.json');
  t.is(code, 1);
  t.regex(out, /^1 breaking, \d+ compatible/);
  t.regex(out, /\/api\/v1\/health/);
});

test('diff exits with 0 on compatible changes and prints them as JSON', async (t) => {
  const { run, path } = await inFolder(t);
  await run('export', '--out', 'new.json');
  await writeFile(path('old.json'), JSON.stringify(edited(fixtureDocument(), [remove('/paths/~1api~1v1~1health')])));
  const { code, out } = await run('diff', 'old.json', 'new.json', '--format', 'json');
  t.is(code, 0);
  const { breaking, compatible } = JSON.parse(out);
  t.deepEqual(breaking, []);
  t.true(compatible.length > 0);
});

test('diff exits with 2 on invalid input', async (t) => {
  const { run, path } = await inFolder(t);
  await run('export', '--out', 'good.json');
  await writeFile(path('broken.json'), '{');
  await writeFile(path('list.json'), '[]');
  for (const file of ['missing.json', 'broken.json', 'list.json'])
    t.is((await run('diff', 'good.json', file)).code, 2, file);
  t.is((await run('diff', 'good.json')).code, 2);
  t.is((await run('diff', 'good.json', 'good.json', '--format', 'xml')).code, 2);
});

test('a description that cannot be generated exits with 1 and lists the defects', async (t) => {
  let said = '';
  const describe = async () =>
    buildDocument({
      ...fixture,
      controllers: [...fixture.controllers, { controller: class Stray {}, tag: 'nowhere' }],
    });
  const code = await main(['export'], { describe, folder: '.', out: () => {}, err: (text) => (said += text) });
  t.is(code, 1);
  t.regex(said, /Stray is no controller/);
});

test('an unknown command or option prints the help and exits with 2', async (t) => {
  const { run } = await inFolder(t);
  for (const args of [[], ['publish'], ['export', '--colour'], ['export', 'extra']]) {
    const { code, err } = await run(...args);
    t.is(code, 2, args.join(' '));
    t.regex(err, /watchfloor-openapi diff OLD NEW/);
  }
  t.regex((await run('export', '--fromat', 'yaml')).err, /^Unknown option --fromat\. Did you mean --format\?\n/);
  const { code, out } = await run('--help');
  t.is(code, 0);
  t.regex(out, /watchfloor-openapi export/);
});

test('the launcher passes arguments and the exit code on', (t) => {
  const launch = (...args: string[]) =>
    spawnSync(process.execPath, ['bin/watchfloor-openapi.js', ...args], { encoding: 'utf8' });
  t.regex(launch('--help').stdout, /watchfloor-openapi check/);
  t.is(launch('diff', 'nowhere.json', 'nothing.json').status, 2);
});
