import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import type { OpenApiDocument, Response } from '../../src/openapi/open-api-document.js';
import { operationsOf } from '../support/scorecard.js';
import { PASSWORD, startTestService } from '../support/test-service.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' };

const program = join(root, 'test', 'fixtures', 'generated-client', 'use.txt');

test('a client generated from the description compiles strictly and works against the service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-client-'));
  const service = await startTestService();
  t.teardown(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(service.app.document));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(program, join(folder, 'use.ts'));
  await run(process.execPath, [redocly, 'generate-client', 'openapi.json', '-o', 'client.ts'], { cwd: folder, env });
  await run(
    process.execPath,
    [compiler, '--ignoreConfig', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable', 'use.ts'],
    { cwd: folder },
  );
  const ada = await service.signedIn('ada');
  const { use } = await import(pathToFileURL(join(folder, 'use.js')).href);
  t.deepEqual(await use(service.url, ada.email, PASSWORD), { email: ada.email, units: 'nautical', refused: 403 });
});

test('the description scores 92 or more for machine readers', async (t) => {
  // A response that operations share is counted for the first of them alone: what the others score would hang on the order of the paths.
  const description = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApiDocument;
  for (const { responses } of operationsOf(description).map(({ operation }) => operation)) {
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response) responses[status] = description.components.responses[response.$ref.split('/').at(-1) as string] as Response;
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-score-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { stdout } = await run(process.execPath, [redocly, 'score', file, '--format', 'json'], { env, maxBuffer: 50_000_000 });
  const { agentReadiness } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  t.true(agentReadiness >= 92, String(agentReadiness));
});
