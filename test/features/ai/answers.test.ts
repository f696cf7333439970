import 'reflect-metadata';
import test from 'ava';
import { RunningAnswers } from '../../../src/features/ai/messages/running-answers.service.js';
import type { TestEventSource } from '../../support/event-source.js';
import { isProblem } from '../../support/is-problem.js';
import { ModelStub } from '../../support/model-stub.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let stub: ModelStub;
let service: TestService;
const modelEnv = () => ({ SVC_AI_BASE_URL: stub.url, SVC_AI_API_KEY: 'sk-test', SVC_AI_MODEL: 'stub-1' });
test.before(async () => {
  stub = await ModelStub.start();
  service = await startTestService({ env: modelEnv() });
});
test.after.always(async () => {
  stub.close();
  await service.close();
});

async function thread(of = service) {
  const ada = await of.signedIn();
  const { id } = (await ada.post('/ai/threads', {})).json;
  const path = `/ai/threads/${id}`;
  const ask = (content: string, options = {}) => ada.post(`${path}/messages`, { content }, options);
  const messages = async () => (await ada.get(`${path}/messages`)).json.items;
  return { ada, path, ask, messages };
}
const stream = { method: 'POST', headers: { accept: 'text/event-stream' } };
/** Returns all events of a stream until it ends. */
async function rest(source: TestEventSource) {
  await source.ended;
  return source.received.splice(0);
}

test('a question is answered by the model from the results of tools, with citations, usage and an automatic title', async (t) => {
  const { ada, path, ask, messages } = await thread();
  await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US'] });
  stub.plays(
    'Which watchlists do I have?',
    { calls: [{ name: 'list_watchlists', arguments: {} }] },
    { text: ['You have ', 'one watchlist: Majors.'] },
  );
  const { status, json } = await ask('Which watchlists do I have?');
  t.is(status, 200);
  t.like(json, {
    role: 'assistant',
    status: 'complete',
    content: 'You have one watchlist: Majors.',
    model: 'stub-1',
    unverifiedNumbers: [],
    limitReason: null,
  });
  t.deepEqual(json.usage, { inputTokenCount: 200, outputTokenCount: 40 });
  t.deepEqual([json.toolCalls.length, json.toolCalls[0].name, json.toolCalls[0].status], [1, 'list_watchlists', 'ok']);
  t.is((await ada.get(json.citations[0].href.replace('/api/v1', ''))).status, 200);
  t.is((await ada.get(path)).json.title, 'Which watchlists do I have?');
  t.deepEqual(
    (await messages()).map(({ role }: { role: string }) => role),
    ['user', 'assistant'],
  );
  t.deepEqual((await messages())[1], json);
  t.is(stub.keys.at(-1), 'Bearer sk-test');
  const [, second] = stub.requestsOf('Which watchlists do I have?');
  t.like(second.messages.at(-2), { role: 'assistant', tool_calls: [{ function: { name: 'list_watchlists' } }] });
  t.regex(second.messages.at(-1).content, /^<data-[0-9a-f]{16} source="list_watchlists">/);
  t.is(second.tool_choice, undefined);
});

test('only the records that an answer uses are cited', async (t) => {
  const { ada, ask } = await thread();
  for (const name of ['Majors', 'Shipping']) await ada.post('/markets/watchlists', { name, symbols: ['AAPL.US'] });
  const portfolio = (await ada.post('/portfolios', { name: 'Pension', baseCurrency: 'EUR' })).json;
  const calls = ['list_watchlists', 'list_portfolios'].map((name) => ({ name, arguments: {} }));
  const cited = async (question: string, text: string) => {
    stub.plays(question, { calls }, { text: [text] });
    return (await ask(question)).json.citations.map(({ recordType }: { recordType: string }) => recordType);
  };
  t.deepEqual(await cited('Which one?', 'It is the list Shipping.'), ['watchlist']);
  t.deepEqual(await cited('How many lists?', 'You have 2 lists.'), ['watchlist', 'watchlist']);
  t.deepEqual(await cited('Which portfolio?', `The one with the id ${portfolio.id}.`), ['portfolio']);
  t.deepEqual(await cited('All fine?', 'Yes, all of them.'), ['watchlist', 'watchlist', 'portfolio']);
});

test('a model gets one chance to correct numbers that are in no record, and the corrected text replaces the first one', async (t) => {
  const { ada, ask, path, messages } = await thread();
  await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US', 'MSFT.US'] });
  const lists = { calls: [{ name: 'list_watchlists', arguments: {} }] };
  stub.plays('How many symbols?', lists, { text: ['It has 7', '31 symbols.'] }, { text: ['It has 2 symbols.'] });
  const source = await ada.stream(`${path}/messages`, { ...stream, body: { content: 'How many symbols?' } });
  const events = await rest(source);
  t.deepEqual(
    events.map(({ event }) => event),
    ['start', 'tool_call', 'delta', 'delta', 'correction', 'message'],
  );
  t.deepEqual(JSON.parse(events.at(-2)?.data as string), { text: 'It has 2 symbols.' });
  const [, kept] = await messages();
  t.like(kept, {
    status: 'complete',
    content: 'It has 2 symbols.',
    unverifiedNumbers: [],
    usage: { inputTokenCount: 300 },
  });
  t.regex(stub.correctionsOf('How many symbols?').join(), /"731/);
  stub.plays(
    'And again?',
    lists,
    { text: ['It has 731 symbols.'] },
    { text: ['It has 732 symbols.'] },
    { text: ['Never.'] },
  );
  const { json: again } = await ask('And again?');
  t.like(again, { status: 'complete', content: 'It has 731 symbols.', unverifiedNumbers: [{ text: '731' }] });
  stub.plays('And broken?', lists, { text: ['It has 731 symbols.'] }, { status: 500 });
  t.like((await ask('And broken?')).json, { status: 'complete', content: 'It has 731 symbols.', problem: null });
});

test('an answer is streamed in parts, and the last event is the stored message', async (t) => {
  const { ada, path, messages } = await thread();
  stub.plays('Lists?', { calls: [{ name: 'list_watchlists', arguments: {} }] }, { text: ['None', ' yet.'] });
  const source = await ada.stream(`${path}/messages`, { ...stream, body: { content: 'Lists?' } });
  const events = await rest(source);
  t.deepEqual(
    events.map(({ event }) => event),
    ['start', 'tool_call', 'delta', 'delta', 'message'],
  );
  t.is(
    events
      .filter(({ event }) => event === 'delta')
      .map(({ data }) => JSON.parse(data).text)
      .join(''),
    'None yet.',
  );
  t.deepEqual(JSON.parse(events.at(-1)?.data as string), (await messages())[1]);
});

test('the model reads the earlier questions of the thread, but not those of other threads', async (t) => {
  const { ask } = await thread();
  stub.plays('What is my color?', { text: ['Blue.'] });
  await ask('What is my color?');
  stub.plays('And now?', { text: ['As before.'] });
  await ask('And now?');
  const said = stub
    .requestsOf('And now?')[0]
    .messages.map(({ role, content }: { role: string; content: string }) => [role, content])
    .slice(1);
  t.deepEqual(said, [
    ['user', 'What is my color?'],
    ['assistant', 'Blue.'],
    ['user', 'And now?'],
  ]);
  const other = await thread();
  stub.plays('Hello?', { text: ['Hello.'] });
  await other.ask('Hello?');
  t.is(stub.requestsOf('Hello?')[0].messages.length, 2);
});

test('the answer is completed when the client disconnects, and the same key returns it without calling the model again', async (t) => {
  const { ada, path, messages } = await thread();
  stub.plays('Long?', { text: ['Half'], ending: 'hang' });
  const options = { ...stream, headers: { ...stream.headers, 'idempotency-key': 'k1' }, body: { content: 'Long?' } };
  const source = await ada.stream(`${path}/messages`, options);
  t.is((await source.next()).event, 'start');
  t.is((await source.next()).event, 'delta');
  await source.close();
  t.like((await messages())[1], { status: 'running' });
  const again = await ada.stream(`${path}/messages`, options);
  t.is((await again.next()).event, 'start');
  t.is(JSON.parse((await again.next()).data).text, 'Half');
  t.is(stub.requestsOf('Long?').length, 1);
  t.is((await ada.post(`${path}/messages`, { content: 'Another?' })).json.code, 'conflict');
  t.is((await ada.post(`${path}/cancel`)).status, 204);
  t.like(JSON.parse((await rest(again)).at(-1)?.data as string), { status: 'cancelled', content: 'Half' });
  t.like((await messages())[1], { status: 'cancelled', content: 'Half' });
});

test('a repeated key returns a complete answer, replaces an incomplete one, and rejects another question', async (t) => {
  const { ada, path, ask, messages } = await thread();
  const once = { headers: { 'idempotency-key': 'one' } };
  stub.plays('Up?', { status: 500 });
  t.like((await ask('Up?', once)).json, { status: 'failed', content: '', problem: { code: 'unavailable' } });
  stub.plays('Up?', { text: ['Yes.'] });
  const second = await ask('Up?', once);
  t.like(second.json, { status: 'complete', content: 'Yes.', problem: null });
  const third = await ask('Up?', once);
  t.deepEqual(
    [third.json, third.headers.get('idempotency-replayed'), stub.requestsOf('Up?').length],
    [second.json, 'true', 1],
  );
  t.is((await messages()).length, 2);
  t.is((await ask('Down?', once)).json.code, 'idempotency_key_reused');
  isProblem(
    t,
    await ada.post('/ai/threads/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901/messages', { content: 'x' }),
    404,
    'not_found',
  );
  isProblem(t, await ada.post(`${path}/messages`, { content: ' \n' }), 400, 'invalid_request', '/content');
});

// Tests run concurrently and share the stub, so each test has its own questions.
test('an answer of a process that died is interrupted, and its thread can be used again', async (t) => {
  const { ask, messages } = await thread();
  stub.plays('Before the crash?', { text: ['Whole.'] });
  stub.plays('After the crash?', { text: ['Second.'] });
  await ask('Before the crash?');
  await service.database.database.query(
    `update ai_messages set status = 'running', lease_until = $1 where role = 'assistant' and content = 'Whole.'`,
    [new Date(service.clock.now() - 1)],
  );
  t.like((await messages())[1], { status: 'interrupted', content: 'Whole.' });
  t.is((await ask('After the crash?')).json.status, 'complete');
});

test('when the process stops, running answers are stored as interrupted', async (t) => {
  const stopping = await startTestService({ env: modelEnv() });
  t.teardown(() => stopping.close());
  const { ada, path, messages } = await thread(stopping);
  stub.plays('Very long?', { text: ['Begun'], ending: 'hang' });
  const source = await ada.stream(`${path}/messages`, { ...stream, body: { content: 'Very long?' } });
  t.is((await source.next()).event, 'start');
  t.is((await source.next()).event, 'delta');
  await stopping.services.get(RunningAnswers).stop();
  t.like((await messages())[1], { status: 'interrupted', content: 'Begun' });
  await rest(source);
});

test('the first question becomes the title of a thread, unless the account sets one, before or after', async (t) => {
  const ada = await service.signedIn();
  stub.plays('First?', { text: ['One.'] });
  stub.plays('Second?', { text: ['Two.'] });
  const titles = async (created: object, changed?: object) => {
    const { json, headers } = await ada.post('/ai/threads', created);
    const path = `/ai/threads/${json.id}`;
    if (changed !== undefined)
      t.is((await ada.patch(path, changed, { headers: { 'if-match': headers.get('etag') as string } })).status, 200);
    const found = [];
    for (const content of ['First?', 'Second?']) {
      await ada.post(`${path}/messages`, { content });
      found.push((await ada.get(path)).json.title);
    }
    return found;
  };
  t.deepEqual(await titles({}), ['First?', 'First?']);
  t.deepEqual(await titles({ title: 'Mine' }), ['Mine', 'Mine']);
  t.deepEqual(await titles({}, { title: 'Later' }), ['Later', 'Later']);
  t.deepEqual(await titles({ title: 'New thread' }, {}), ['New thread', 'New thread']);
});

test('threads are found by the words of their messages', async (t) => {
  const { ada, path, ask } = await thread();
  stub.plays('Anything at Hormuz?', { text: ['The Ormuz strait is quiet.'] });
  await ask('Anything at Hormuz?');
  const found = async (q: string) =>
    (await ada.get(`/ai/threads?q=${encodeURIComponent(q)}`)).json.items.map(
      ({ id }: { id: string }) => `/ai/threads/${id}`,
    );
  t.deepEqual(await found('ormuz quiet'), [path]);
  t.deepEqual(await found('hormuz'), [path]);
  t.deepEqual(await found('suez'), []);
  t.is((await ada.get('/ai/threads?q=%20%20')).json.errors[0].name, 'q');
});

test('the export of an account contains its threads and messages', async (t) => {
  const { ada, ask } = await thread();
  stub.plays('Remember?', { text: ['Noted.'] });
  await ask('Remember?');
  const { aiThreads, aiMessages } = (await ada.get('/users/me/export')).json;
  t.deepEqual(
    [aiThreads.length, aiMessages.map(({ content }: { content: string }) => content)],
    [1, ['Remember?', 'Noted.']],
  );
});
