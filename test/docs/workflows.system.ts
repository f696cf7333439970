import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { receiverFor } from '../support/receiver.js';
import { startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const root = join(import.meta.dirname, '..', '..', '..');
const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const account = { email: 'operator@watchfloor.test', password: 'correct horse battery staple' };
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

interface Executed {
  workflowId: string;
  status: string;
}

test('each workflow of the documentation is valid Arazzo and passes against the running service', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const receiver = await receiverFor(t);
  const { url } = await startProcess(t, {
    SVC_DATABASE_URL: database.url,
    SVC_OUTBOUND_ALLOW: '127.0.0.1',
    SVC_LOG_LEVEL: 'warn',
    SVC_OPERATOR_EMAIL: account.email,
    SVC_OPERATOR_PASSWORD: account.password,
  });
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-workflows-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const inputs = JSON.stringify({ ...account, receiverUrl: `${receiver.url}/hook` });
  const results = join(folder, 'results.json');
  // Redocly first checks the document against the rules of redocly.yaml. It then runs the steps and checks each
  // response against the OpenAPI description.
  const parameters = [
    'respect',
    'docs/workflows.arazzo.yaml',
    '--server',
    `watchfloor=${url}`,
    '--input',
    inputs,
    '--json-output',
    results,
  ];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [redocly, ...parameters],
      { cwd: root, env, timeout: 240_000 },
      (error, stdout, stderr) => resolve(error === null ? '' : `${stdout}${stderr}`),
    );
  });
  t.is(output, '');
  const [file] = Object.values(JSON.parse(readFileSync(results, 'utf8')).files) as Array<{
    executedWorkflows: Executed[];
  }>;
  t.deepEqual(
    file?.executedWorkflows.map(({ workflowId, status }) => `${workflowId} ${status}`),
    [
      'sign-in-and-refresh',
      'watchlist-to-webhook',
      'fence-to-transition',
      'portfolio-to-report',
      'chat-with-approval',
    ].map((id) => `${id} success`),
  );
  t.deepEqual(
    receiver.received
      .map(({ path, body }) => `${path} ${JSON.parse(body.toString()).type}`)
      .filter((one) => one.endsWith('firing')),
    ['/hook alert.firing'],
  );
});
