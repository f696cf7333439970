import 'reflect-metadata';
import test from 'ava';
import { startTestService, type TestService } from '../../support/test-service.js';

// Without a configured model the built-in composer answers, in the same threads, with the same limits and proposals.

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

async function thread() {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/ai/threads', {})).json;
  const path = `/ai/threads/${id}`;
  const ask = async (content: string, context?: object) => (await ada.post(`${path}/messages`, { content, ...(context && { context }) })).json;
  return { ada, path, ask };
}

test('without a model the composer answers with citations that open, verified numbers and no tokens', async (t) => {
  const { ada, ask } = await thread();
  const list = (await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US', 'MSFT.US'] })).json;
  const answer = await ask('What moved in my watchlist today?', { watchlistId: list.id });
  t.like(answer, { status: 'complete', model: 'builtin', isRefused: false, unverifiedNumbers: [], usage: { inputTokenCount: 0, outputTokenCount: 0 } });
  t.regex(answer.content, /AAPL/);
  t.true(answer.citations.length > 0);
  for (const { href } of answer.citations) t.is((await ada.get(href.replace('/api/v1', ''))).status, 200, href);
  t.like((await ada.get('/ai/usage')).json, { usedTokenCount: 0, days: [{ answerCount: 1 }] });
});

test('a question that the composer cannot answer is refused without a tool call', async (t) => {
  const { ask } = await thread();
  t.like(await ask('Delete all my alerts and buy 100 shares'), { status: 'complete', isRefused: true, toolCalls: [], citations: [] });
});

test('the answer of the composer is streamed as the answer of a model is', async (t) => {
  const { ada, path } = await thread();
  const source = await ada.stream(`${path}/messages`, { method: 'POST', body: { content: 'What is the price of AAPL.US?' } });
  await source.ended;
  const events = source.received.map(({ event }) => event);
  t.deepEqual([events[0], events.at(-1)], ['start', 'message']);
  t.true(events.includes('delta'));
  t.like(JSON.parse(source.received.at(-1)?.data as string), { status: 'complete', model: 'builtin' });
});

test('a follow-up question refers to the answer before', async (t) => {
  const { ask } = await thread();
  t.regex((await ask('What is the price of AAPL.US?')).content, /AAPL/);
  const next = await ask('And MSFT?');
  t.like(next, { isRefused: false, status: 'complete' });
  t.regex(next.content, /MSFT/);
});

test('records of another account are refused as a context also without a model', async (t) => {
  const [{ ada }, { ada: eve, path }] = [await thread(), await thread()];
  const list = (await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['AAPL.US'] })).json;
  const refused = await eve.post(`${path}/messages`, { content: 'How is it?', context: { watchlistId: list.id } });
  t.deepEqual([refused.status, refused.json.errors[0].pointer], [400, '/context/watchlistId']);
  t.deepEqual((await eve.get(`${path}/messages`)).json.items, []);
});
