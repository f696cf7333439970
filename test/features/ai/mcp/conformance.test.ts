import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { dataDirectory } from '../../../support/service-process.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const suite = join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const baseline = join(root, 'test', 'fixtures', 'ai', 'mcp-conformance.yml');

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_RATE_LIMIT: '100000' } });
});
test.after.always(() => service.close());

test('the conformance suite passes, but for the scenarios that need tools of its own', async (t) => {
  const { token } = await service.signedIn();
  const { port } = new URL(service.url);
  // The suite sends no token; the proxy leaves everything else as it is, the Host included.
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onward = request({ port, host: '127.0.0.1', path: '/api/v1/ai/mcp', method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  const options = ['server', '--url', url, '--expected-failures', baseline, '--output-dir', dataDirectory(t)];
  const { stdout } = await run(process.execPath, [suite, ...options], { cwd: dataDirectory(t) }).catch(
    (error: { stdout: string }) => t.fail(error.stdout) as never,
  );
  t.regex(stdout, /server-initialize/);
});
