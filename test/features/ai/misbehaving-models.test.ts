import 'reflect-metadata';
import test from 'ava';
import { type Dialect, ModelStub } from '../../support/model-stub.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let stub: ModelStub;
let second: ModelStub;
let service: TestService;
test.before(async () => {
  [stub, second] = [await ModelStub.start(), await ModelStub.start()];
  const model = {
    SVC_AI_BASE_URL: stub.url,
    SVC_AI_MODEL: 'stub-1',
    SVC_AI_API_KEY: 'canary-key',
    SVC_AI_TOKENS_PER_DAY: '2000',
  };
  const fallback = { SVC_AI_FALLBACK_BASE_URL: second.url, SVC_AI_FALLBACK_MODEL: 'stub-2' };
  service = await startTestService({ env: { ...model, ...fallback, SVC_RATE_LIMIT: '100000' } });
});
test.after.always(async () => {
  stub.close();
  second.close();
  await service.close();
});

async function thread() {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/ai/threads', {})).json;
  const path = `/ai/threads/${id}`;
  const ask = async (content: string) => (await ada.post(`${path}/messages`, { content })).json;
  const streamed = async (content: string) => {
    const source = await ada.stream(`${path}/messages`, { method: 'POST', body: { content } });
    await source.ended;
    return source.received.map(({ event, data }) => ({ event, data: JSON.parse(data) }));
  };
  return { ada, path, ask, streamed };
}
const lists = { name: 'list_watchlists', arguments: {} };

for (const dialect of ['openai', 'ollama', 'vllm'] satisfies Dialect[])
  test(`calls of tools and text in the dialect of ${dialect} are understood`, async (t) => {
    const { ask } = await thread();
    stub.playsAs(
      dialect,
      `Which in ${dialect}?`,
      { calls: [lists, { name: 'list_portfolios', arguments: {} }] },
      { text: ['Neither', ' of them.'], withoutUsage: dialect === 'vllm' },
    );
    const answer = await ask(`Which in ${dialect}?`);
    t.like(answer, { status: 'complete', content: 'Neither of them.' });
    t.deepEqual(
      answer.toolCalls.map(({ name, status }: { name: string; status: string }) => [name, status]),
      [
        ['list_watchlists', 'ok'],
        ['list_portfolios', 'ok'],
      ],
    );
    t.true(answer.usage.inputTokenCount > 100);
    stub.playsAs(dialect, `Down in ${dialect}?`, { status: 503 });
    second.plays(`Down in ${dialect}?`, { text: ['From the second.'] });
    t.like(await (await thread()).ask(`Down in ${dialect}?`), {
      status: 'complete',
      content: 'From the second.',
      model: 'stub-2',
    });
  });

test('a call of an unknown tool, with wrong types, with invalid or huge arguments is an error for the model, and the answer continues', async (t) => {
  const { ask } = await thread();
  const calls = [
    { name: 'drop_tables', arguments: {} },
    { name: 'list_quotes', arguments: { symbol: { deep: true } } },
    { name: 'list_quotes', arguments: '{"symbol": [' },
    { name: 'list_quotes', arguments: '["AAPL.US"]' },
    { name: 'list_quotes', arguments: JSON.stringify({ symbol: ['A'.repeat(1_000_000)] }) },
    { name: 'get_valuation', arguments: { id: '../../../users/me', accountId: 'someone' } },
  ];
  stub.plays('What about these?', { calls }, { text: ['I could not.'] });
  const answer = await ask('What about these?');
  t.like(answer, { status: 'complete', content: 'I could not.' });
  t.deepEqual(new Set(answer.toolCalls.map(({ status }: { status: string }) => status)), new Set(['failed']));
  const results = stub
    .requestsOf('What about these?')
    .at(-1)
    .messages.filter(({ role }: { role: string }) => role === 'tool');
  t.is(results.length, calls.length);
  for (const { content } of results) {
    t.regex(content, /^Error: /);
    t.notRegex(content, /zod|stack|node_modules|at .*\.js/i);
  }
});

test('a model that keeps calling tools is stopped after eight steps', async (t) => {
  const { streamed } = await thread();
  stub.plays('For ever?', { calls: [lists] });
  const events = await streamed('For ever?');
  t.is(stub.requestsOf('For ever?').length, 8);
  t.deepEqual(events.at(-2), { event: 'limit', data: { reason: 'steps' } });
  t.like(events.at(-1)?.data, { status: 'partial', limitReason: 'steps', content: '' });
});

test('when the tokens of the day are used up, questions are a 429 and other operations work', async (t) => {
  const { ada, path, ask } = await thread();
  const bob = await thread();
  stub.plays('Spend?', { calls: [lists] });
  t.like(await ask('Spend?'), { limitReason: 'steps', usage: { inputTokenCount: 800, outputTokenCount: 160 } });
  t.like(await ask('Spend?'), { limitReason: 'steps' });
  t.like((await ada.get('/ai/usage')).json, {
    usedTokenCount: 1_920,
    dailyTokenLimit: 2_000,
    days: [{ answerCount: 2 }],
  });
  t.like(await ask('Spend?'), { limitReason: 'tokens' });
  const refused = await ada.post(`${path}/messages`, { content: 'More?' });
  t.deepEqual([refused.status, refused.json.code], [429, 'budget_spent']);
  t.true(Number(refused.headers.get('retry-after')) > 0);
  t.is((await ada.get('/markets/watchlists')).status, 200);
  stub.plays('And mine?', { text: ['Mine.'] });
  t.is((await bob.ask('And mine?')).status, 'complete');
});

for (const ending of ['cut', 'error', 'no_finish', 'malformed'] as const)
  test(`an answer that breaks off (${ending}) is kept as partial, its stream ends with an error, and no text of the server is shown`, async (t) => {
    const { streamed, ada, path } = await thread();
    stub.plays(`Half by ${ending}?`, { text: ['The first half'], ending });
    const events = await streamed(`Half by ${ending}?`);
    t.deepEqual(
      events.map(({ event }) => event),
      ['start', 'delta', 'message', 'error'],
    );
    t.like(events[3]?.data, { code: 'unavailable', status: 503 });
    const [, kept] = (await ada.get(`${path}/messages`)).json.items;
    t.like(kept, { status: 'partial', content: 'The first half', problem: { code: 'unavailable' } });
    t.notRegex(JSON.stringify([events, kept]) + service.logged.join(), /secret-of-the-server|canary-key/);
  });

test('when every model fails the answer is failed, regardless of their error messages', async (t) => {
  for (const status of [401, 404, 429, 500]) {
    const { ask } = await thread();
    for (const server of [stub, second]) server.plays(`Any with ${status}?`, { status });
    const answer = await ask(`Any with ${status}?`);
    t.like(answer, { status: 'failed', content: '', model: 'stub-2', problem: { code: 'unavailable' } });
    t.notRegex(JSON.stringify(answer), /secret-of-the-server/);
  }
  const feeds = (await (await service.signedIn()).get('/health/feeds')).json.items.filter(
    ({ feed }: { feed: string }) => feed.startsWith('ai.'),
  );
  t.deepEqual(
    feeds.map(({ feed }: { feed: string }) => feed),
    ['ai.fallback', 'ai.primary'],
  );
  t.notRegex(service.logged.join(), /secret-of-the-server|canary-key/);
});

test('an answer that reaches the maximum length of the model is partial', async (t) => {
  const { ask } = await thread();
  stub.plays('All of it?', { text: ['Long'], finish: 'length' });
  t.like(await ask('All of it?'), { status: 'partial', limitReason: 'length', content: 'Long' });
});

test('an empty answer of a model is a failed answer with that reason', async (t) => {
  for (const text of [[], [' \n', '<!-- nothing -->']]) {
    const { ask } = await thread();
    stub.plays('Anything?', { text });
    t.like(await ask('Anything?'), {
      status: 'failed',
      problem: { code: 'unavailable', detail: 'The model returned an empty answer. Send the question again.' },
    });
  }
});

test('a model that ignores its token limit is cut off', async (t) => {
  const { ask } = await thread();
  const piece = 'word '.repeat(600);
  stub.plays('Endless?', { text: Array.from({ length: 60 }, () => piece) });
  const answer = await ask('Endless?');
  t.like(answer, { status: 'partial', limitReason: 'length' });
  t.true(
    answer.content.length >= piece.length && answer.content.length < 10 * piece.length,
    `${answer.content.length} characters`,
  );
});

test('concurrent answers exceed the tokens of the day by at most one step', async (t) => {
  const env = {
    SVC_AI_BASE_URL: stub.url,
    SVC_AI_MODEL: 'stub-1',
    SVC_AI_TOKENS_PER_DAY: '400',
    SVC_AI_CONCURRENT_ANSWERS: '20',
  };
  const crowded = await startTestService({ env: { ...env, SVC_RATE_LIMIT: '100000' } });
  t.teardown(() => crowded.close());
  const ada = await crowded.signedIn();
  stub.plays('At once?', { text: ['Yes.'] });
  const ask = async () => {
    const { id } = (await ada.post('/ai/threads', {})).json;
    return (await ada.post(`/ai/threads/${id}/messages`, { content: 'At once?' })).json;
  };
  const states: string[] = [];
  for (let round = 0; round < 5; round += 1)
    states.push(
      ...(await Promise.all(Array.from({ length: 12 }, ask))).map(
        ({ status, limitReason, code }) => limitReason ?? status ?? code,
      ),
    );
  const { usedTokenCount } = (await ada.get('/ai/usage')).json;
  // The model reports 120 tokens for each step.
  t.is(usedTokenCount, 480);
  t.is(stub.requestsOf('At once?').length, 4);
  t.deepEqual([...new Set(states.map(String))].sort(), ['429', 'complete', 'tokens']);
});
