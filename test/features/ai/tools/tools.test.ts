import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { bounded, MAX_RESULT } from '../../../../src/features/ai/tools/bounded-value.js';
import { ToolCalls, ToolCatalogue } from '../../../../src/features/ai/tools/tool.js';
import { Authenticator, type Caller } from '../../../../src/http/caller.js';
import { InProcessApi } from '../../../../src/http/in-process-api.js';
import { turnsOf } from '../../../support/longest-turn.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let alice: TestClient;
let caller: Caller;
const signal = new AbortController().signal;
const callerOf = async (client: TestClient): Promise<Caller> => {
  await client.get('/users/me');
  return service.services.get(Authenticator).recall(`Bearer ${client.token}`) as Caller;
};
const call = (as: Caller, name: string, args: unknown) => service.services.get(ToolCalls).call(as, name, args, signal);

test.before(async () => {
  service = await startTestService();
  alice = await service.signedIn('alice');
  caller = await callerOf(alice);
});
test.after.always(() => service.close());

test('the schemas of all tools are self-contained objects', (t) => {
  const { tools } = service.services.get(ToolCatalogue);
  t.true(tools.length >= 45, String(tools.length));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { name, title, description, inputSchema, outputSchema, readOnly } of tools) {
    t.regex(name, /^[a-z_]{1,30}$/);
    t.true(title !== '' && description !== '', name);
    for (const schema of [inputSchema, outputSchema ?? inputSchema] as Array<Record<string, unknown>>) {
      t.is(schema.type, 'object', name);
      t.deepEqual(
        ['$ref', 'anyOf', 'oneOf', 'allOf'].filter((word) => word in schema),
        [],
        name,
      );
      t.false(JSON.stringify(schema).includes('#/components/'), name);
      t.notThrows(() => ajv.compile(schema), name);
    }
    t.is(readOnly, !/^(?:create|open)_/.test(name), name);
    t.false(
      Object.keys((inputSchema as { properties: object }).properties).some((field) =>
        /^(?:account|owner)(?:Id)?$/i.test(field),
      ),
      name,
    );
  }
  const quote = service.services.get(ToolCatalogue).find('get_quote');
  t.like(quote?.inputSchema, { required: ['symbol'] });
});

test('a tool returns what its operation returns to the caller, with citations, and the result fits the output schema', async (t) => {
  const { status, json: list } = await alice.post('/markets/watchlists', {
    name: 'Tech',
    symbols: ['AAPL.US', 'EURUSD.FOREX'],
  });
  t.is(status, 201);
  const outcome = await call(caller, 'list_watchlist_quotes', { id: list.id });
  t.true(outcome.ok);
  const { items } = outcome.value as { items: Array<{ symbol: string; tradedAt: string | null }> };
  t.deepEqual(
    outcome.citations.map(({ recordType, recordId, href }) => ({ recordType, recordId, href })),
    items.map(({ symbol }) => ({ recordType: 'quote', recordId: symbol, href: `/api/v1/markets/quotes/${symbol}` })),
  );
  for (const { href, asOf } of outcome.citations) {
    t.truthy(asOf);
    t.is((await alice.get(href.slice('/api/v1'.length))).status, 200, href);
  }
  const schema = service.services.get(ToolCatalogue).find('list_watchlist_quotes')?.outputSchema as object;
  const valid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  t.true(valid(outcome.value), JSON.stringify(valid.errors));
});

test('records of another account are answered like records that do not exist', async (t) => {
  const bob = await callerOf(await service.signedIn('bob'));
  const { json: list } = await alice.post('/markets/watchlists', { name: 'Private', symbols: [] });
  const [foreign, unknown] = [
    await call(bob, 'list_watchlist_quotes', { id: list.id }),
    await call(bob, 'list_watchlist_quotes', { id: crypto.randomUUID() }),
  ];
  t.deepEqual(foreign, unknown);
  t.is(foreign.status, 404);
  t.is(foreign.value, null);
});

test('arguments are validated by the operation; an account, an unknown argument and a path cannot be given', async (t) => {
  const wrong = await call(caller, 'list_vessels', { near: [91, 4], radiusMeters: 1 });
  t.like(wrong, { ok: false, status: 400, problem: { code: 'invalid_request' } });
  t.regex(wrong.problem?.detail ?? '', /near/);
  for (const args of [
    { accountId: 'x' },
    { symbol: '../../users/me' },
    { symbol: '..' },
    'AAPL',
    ['AAPL'],
    { symbol: 'x'.repeat(60_000) },
    {},
  ])
    t.false((await call(caller, 'get_quote', args)).ok, JSON.stringify(args).slice(0, 50));
  t.like(await call(caller, 'delete_account', {}), { ok: false, status: 404 });
});

test('tools obey the scopes of a personal key and the end of a session', async (t) => {
  const { json: key } = await alice.post('/auth/keys', { name: 'reader', scopes: ['news:read'] });
  const { json: token } = await alice.fresh().post('/auth/token', { key: key.key }, { token: null });
  const reader = Object.assign(alice.fresh(), { token: token.accessToken });
  await reader.get('/news');
  const keyed = service.services.get(Authenticator).recall(`Bearer ${reader.token}`) as Caller;
  t.true((await call(keyed, 'list_articles', {})).ok);
  t.like(await call(keyed, 'list_portfolios', {}), { ok: false, status: 403, problem: { code: 'insufficient_scope' } });
  const carol = await service.signedIn('carol');
  const gone = await callerOf(carol);
  t.is((await carol.post('/auth/logout-all')).status, 204);
  service.clock.advance(1_000);
  t.like(await call(gone, 'list_portfolios', {}), { ok: false, status: 401 });
});

test('calls of tools do not count as requests of the caller, and an aborted signal ends them', async (t) => {
  const dora = await service.signedIn('dora');
  const own = await callerOf(dora);
  const left = async () => Number((await dora.get('/users/me')).headers.get('x-ratelimit-remaining'));
  const before = await left();
  for (let count = 0; count < 5; count += 1) t.true((await call(own, 'list_portfolios', {})).ok);
  t.is(await left(), before - 1);
  const reason = new Error('cancelled');
  await t.throwsAsync(service.services.get(ToolCalls).call(own, 'list_portfolios', {}, AbortSignal.abort(reason)), {
    is: reason,
  });
});

test('a tool that writes does so as its caller', async (t) => {
  const outcome = await call(caller, 'create_note', { title: 'Convoy passed', severity: 2 });
  t.is(outcome.status, 201);
  t.is((await alice.get(outcome.citations[0]?.href.slice('/api/v1'.length) as string)).json.title, 'Convoy passed');
});

test('long results are shortened, keep the latest items of a series, and say what was omitted', (t) => {
  const items = Array.from({ length: 4_000 }, (_, index) => ({
    time: new Date(index * 1000).toISOString(),
    close: index,
  }));
  const short = bounded({ symbol: 'AAPL.US', items }) as { items: typeof items; omitted: string };
  t.true(JSON.stringify(short).length <= MAX_RESULT + 300);
  t.is(short.items.at(-1)?.close, 3_999);
  t.regex(short.omitted, /^Shortened to \d+ of 4000 in `items`/);
  const records = bounded({
    items: Array.from({ length: 500 }, (_, id) => ({ id: String(id), text: 'x'.repeat(200) })),
  }) as { items: Array<{ id: string }> };
  t.is(records.items[0]?.id, '0');
  const whole = { items: [1, 2, 3] };
  t.is(bounded(whole), whole);
});

test('tools are derived in several turns of the event loop, each at most half of the work', async (t) => {
  // A slow machine needs more turns, and a busy one may need longer for one of them. Deriving all tools in one turn
  // takes 13 to 22 ms.
  const halves: number[] = [];
  let catalogue = service.services.get(ToolCatalogue);
  for (let round = 0; round < 3; round += 1) {
    catalogue = new ToolCatalogue(service.services.get(InProcessApi));
    const turns = await turnsOf(() => catalogue.prepare());
    t.true(turns.length >= 4, `${turns.length} turns`);
    halves.push(Math.max(...turns) / turns.reduce((sum, ms) => sum + ms, 0));
  }
  t.true(Math.min(...halves) < 0.5, `${halves.map((part) => part.toFixed(2))} of the work`);
  t.deepEqual(catalogue.tools, service.services.get(ToolCatalogue).tools);
});
