// The overhead of the service on the stream of a model: time per token, and time to the first token. A scripted server
// plays the model; the service runs in its own process. The time of the same stream without the service is subtracted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelStub } from '../../../test/support/model-stub.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { callService } from '../../support/call-service.js';
import { percentile } from '../../support/median.js';
import { ServiceProcess } from '../../support/service-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { tokens: TOKENS, rounds: ROUNDS } = sizesOf({
  usual: { tokens: 2_000, rounds: 15 },
  smoke: { tokens: 20, rounds: 1 },
});
const question = 'How is everything?';

interface Run {
  firstMs: number;
  wholeMs: number;
}

/** Reads a stream to its end. @param marker text that marks the arrival of the first token */
async function read(url: string, headers: Record<string, string>, body: object, marker: string): Promise<Run> {
  const started = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  let firstMs = Number.NaN;
  let begin = '';
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    if (!Number.isNaN(firstMs)) continue;
    begin += Buffer.from(chunk).toString();
    if (begin.includes(marker)) firstMs = performance.now() - started;
  }
  return { firstMs, wholeMs: performance.now() - started };
}

const stub = await ModelStub.start();
const database = await startTestServer(process.env.TEST_DATABASE_URL);
const dataDir = mkdtempSync(join(tmpdir(), 'bench-ai-'));
const limits = { SVC_RATE_LIMIT: '1000000', SVC_AI_TOKENS_PER_DAY: '1000000000', SVC_LOG_LEVEL: 'info' };
const service = await ServiceProcess.start(dataDir, {
  SVC_DATABASE_URL: database.url,
  SVC_AI_BASE_URL: stub.url,
  SVC_AI_MODEL: 'stub',
  ...limits,
});
const call = (path: string, body: object, token = '') => callService(service.url, token, 'POST', path, body);
try {
  stub.plays(question, {
    text: Array.from({ length: TOKENS }, (_, index) => (index === 0 ? 'Token0' : ` word${index}`)),
  });
  const account = { email: 'bench@watchfloor.test', password: 'correct horse battery staple' };
  await call('/auth/register', { ...account, displayName: 'Bench' });
  const { accessToken } = await call('/auth/login', account);
  const runs: Record<'direct' | 'service', Run[]> = { direct: [], service: [] };
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const { id } = await call('/ai/threads', {}, accessToken);
    const direct = await read(
      `${stub.url}/chat/completions`,
      {},
      { model: 'stub', stream: true, messages: [{ role: 'user', content: question }] },
      'Token0',
    );
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
    const served = await read(
      `${service.url}/api/v1/ai/threads/${id}/messages`,
      headers,
      { content: question },
      'Token0',
    );
    if (round < 3) continue;
    runs.direct.push(direct);
    runs.service.push(served);
  }
  const middle = (name: 'direct' | 'service', field: keyof Run, share = 0.5) =>
    percentile(
      runs[name].map((run) => run[field]),
      share,
    );
  const added = (field: keyof Run) => middle('service', field) - middle('direct', field);
  printTable(
    ['', 'first token p50 ms', 'first token p95 ms', `${TOKENS} tokens p50 ms`],
    (['direct', 'service'] as const).map((name) => [
      name,
      ...[middle(name, 'firstMs'), middle(name, 'firstMs', 0.95), middle(name, 'wholeMs')].map((value) =>
        value.toFixed(1),
      ),
    ]),
  );
  console.log(`\nAdded per streamed token: ${((added('wholeMs') / TOKENS) * 1_000).toFixed(1)} µs.`);
} finally {
  stub.close();
  await service.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
