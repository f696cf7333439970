import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { FixtureServers } from '../../../support/mcp-fixture-server.js';
import { dataDirectory } from '../../../support/service-process.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

let service: TestService;
let servers: FixtureServers | undefined;
test.before(async () => {
  service = await startTestService({
    env: { SVC_RATE_LIMIT: '100000' },
    replace: (services) => {
      servers = FixtureServers.replacing(services);
    },
  });
});
test.after.always(() => service.close());

/**
 * Runs the conformance suite against the endpoint as one account.
 * @param baseline file with the scenarios that must fail
 * @returns the output of the suite; the test fails when another scenario fails or a listed one passes
 */
async function conformance(t: ExecutionContext, token: string | undefined, baseline: string): Promise<string> {
  const { port } = new URL(service.url);
  // The suite sends no token, so a proxy adds it. Everything else is passed on unchanged, including the Host header.
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onward = request(
      { port, host: '127.0.0.1', path: '/api/v1/ai/mcp', method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  const failures = join(root, 'test', 'fixtures', 'ai', baseline);
  const options = ['server', '--url', url, '--expected-failures', failures, '--output-dir', dataDirectory(t)];
  const { stdout } = await run(process.execPath, [suite, ...options], { cwd: dataDirectory(t) }).catch(
    (error: { stdout: string }) => t.fail(error.stdout) as never,
  );
  return stdout;
}

test('the conformance suite passes, except scenarios that need tools of the suite', async (t) => {
  const { token } = await service.signedIn();
  t.regex(await conformance(t, token, 'mcp-conformance.yml'), /server-initialize/);
});

test('with the tools, resources and prompts of the suite it passes, except scenarios that need a stream of the server', async (t) => {
  const { token, accountId } = await service.signedIn();
  (servers as FixtureServers).fixtureAccount = accountId;
  t.regex(await conformance(t, token, 'mcp-conformance-fixture.yml'), /tools-call-simple-text/);
});
