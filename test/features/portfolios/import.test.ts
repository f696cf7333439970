import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import test from 'ava';
import fc from 'fast-check';
import type { TestEventSource } from '../../support/event-source.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { importPlace, pointersOf } from './import-place.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({
    env: { SVC_TRANSACTION_LIMIT: '60', SVC_PORTFOLIO_LIMIT: '500', SVC_RATE_LIMIT: '100000' },
  });
});
test.after.always(() => service.close());

const place = (ada?: TestClient) => importPlace(service, ada);

const ledger = [
  'type,tradedAt,symbol,quantity,price,amount,currency,fee,note',
  'deposit,2025-01-02,,,,5000,USD,,',
  'buy,2025-01-03,AAPL.US,10,189.5,,USD,1.25,"two',
  'lines"',
  'buy,2025-01-03,AAPL.US,10,189.5,,USD,1.25,an equal fill',
  'sell,2025-02-03,AAPL.US,5,201,,USD,1,',
  '',
].join('\n');

test('a file is stored once, however often it is imported', async (t) => {
  const { send, stored, ada, path } = await place();
  const dry = await send(ledger, '?dryRun=true');
  t.like(dry.json, {
    dryRun: true,
    accepted: true,
    format: 'plain',
    delimiter: 'comma',
    rowCount: 4,
    addedCount: 4,
    duplicateCount: 0,
    rejectedCount: 0,
    issues: [],
  });
  t.deepEqual(await stored('type'), []);
  const first = await send(ledger);
  t.deepEqual({ ...first.json, dryRun: true }, dry.json);
  t.deepEqual(await stored('type', 'quantity', 'note'), [
    ['deposit', null, null],
    ['buy', '10', 'two\nlines'],
    ['buy', '10', 'an equal fill'],
    ['sell', '5', null],
  ]);
  t.like((await send(ledger)).json, { addedCount: 0, duplicateCount: 4 });
  t.like((await send(`${ledger}buy,2025-01-03,AAPL.US,10.0,189.50,,USD,1.25,a third\n`)).json, {
    addedCount: 1,
    duplicateCount: 4,
  });
  const [holding] = (await ada.get(`${path}/holdings`)).json.items;
  t.like(holding, { symbol: 'AAPL.US', quantity: '25' });
});

test('a row that cannot be stored makes the whole file fail, or is left out on request', async (t) => {
  const { send, stored } = await place();
  const rows = [
    'type,tradedAt,symbol,quantity,price,amount,currency,note,externalId',
    'deposit,2025-01-02,,,,100,USD,,a',
    'deposit,2999-01-02,,,,100,USD,,b',
    'deposit,1899-12-31,,,,100,USD,,c',
    'deposit,2025-01-02,,,,1e400,USD,,d',
    `deposit,2025-01-02,,,,${'1'.repeat(40)},USD,,e`,
    'deposit,2025-01-02,,,,1,USD,"=HYPERLINK(""http://example.org"")",f',
    'buy,2025-01-02,NOSUCHTHING.US,1,1,,USD,,g',
    'buy,2025-01-02,AAPL.US,1,1,,EUR,,h',
    'gift,2025-01-02,,,,1,USD,,i',
    'deposit,2025-02-30,,,,1,USD,,j',
    'deposit,2025-01-02,,,,1,USD,,k,surplus',
  ].join('\n');
  const refused = await send(rows);
  isProblem(
    t,
    refused,
    422,
    'unprocessable',
    '/10/type',
    '/11/tradedAt',
    '/12',
    '/3/tradedAt',
    '/4/tradedAt',
    '/5/amount',
    '/6/amount',
    '/7/note',
    '/8/symbol',
    '/9/currency',
  );
  t.deepEqual(pointersOf(refused), [
    ...[
      '/3/tradedAt',
      '/4/tradedAt',
      '/5/amount',
      '/6/amount',
      '/7/note',
      '/8/symbol',
      '/9/currency',
      '/10/type',
      '/11/tradedAt',
      '/12',
    ],
  ]);
  t.deepEqual(await stored('type'), []);
  const dry = (await send(rows, '?dryRun=true')).json;
  t.like(dry, { accepted: false, rejectedCount: 10, addedCount: 1 });
  t.deepEqual(
    dry.issues.slice(0, 5).map(({ code }: { code: string }) => code),
    ['invalid_date', 'invalid_date', 'too_many_digits', 'too_many_digits', 'formula'],
  );
  t.like((await send(rows, '?onError=skip')).json, { accepted: true, addedCount: 1, rejectedCount: 10 });
  t.deepEqual(await stored('externalId'), [['a']]);
});

test('a file that cannot be read is rejected with the reason, and nothing is stored', async (t) => {
  const { send, stored } = await place();
  const faults: Array<[string, string, string?]> = [
    ['   ', ''],
    ['<!DOCTYPE x [<!ENTITY y "z">]><FlexQueryResponse/>', ''],
    ['<FlexQueryResponse><FlexStatements count="2"><FlexStatement/><FlexStatement>', ''],
    ['{"transactions":[', ''],
    ['{"items":[]}', ''],
    ['just some text', ''],
    [ledger, '?delimiter=semicolon'],
    ['type,tradedAt,currency,note\ndeposit,2025-01-02,USD,"open', ''],
    ['date;type;amount;currency\n2025-01-02;deposit;1,5;USD\n2025-01-02;deposit;1.25;USD', ''],
    ['date;type;amount;currency\n2025-01-02;deposit;1.250;USD', ''],
    ['date,type,amount,currency\n03/04/2025,deposit,1,USD', ''],
    ['date,type,amount,currency\n13/04/2025,deposit,1,USD\n04/13/2025,deposit,1,USD', ''],
    ['date,type,amount,Amount,currency\n2025-01-02,deposit,1,2,USD', ''],
    ['type,tradedAt,currency\ndeposit,2025-01-02,Ünlü', '?encoding=utf-16le'],
  ];
  for (const [file, query] of faults) {
    const answer = await send(file, query);
    t.is(problemOf(answer), '422 unprocessable', `${file.slice(0, 60)}: ${answer.text}`);
  }
  t.deepEqual(pointersOf(await send(faults[8]?.[0] as string)), ['/3/amount']);
  t.deepEqual(pointersOf(await send(faults[11]?.[0] as string)), ['/3/date']);
  isProblem(t, await send('', ''), 400, 'invalid_request');
  isProblem(t, await send('x', '', 'image/png'), 415, 'unsupported_media_type');
  isProblem(t, await send('x'.repeat(25_000_001)), 413, 'payload_too_large');
  t.deepEqual(await stored('type'), []);
});

test('each instrument of a file has the reason for its symbol', async (t) => {
  const { send } = await place();
  const isins = ['DE0007164600', 'DE0007164601', 'DE0005140008', 'US5949181045'];
  const rows = isins.map((isin, at) => `buy,2025-01-02,${isin},${at === 3 ? 'MSFT.US' : ''},1,10,USD`).join('\n');
  const { json } = await send(
    `type,date,isin,symbol,quantity,price,currency\n${rows}`,
    '?dryRun=true&fileFormat=table',
  );
  const reasons = Object.fromEntries(
    json.instruments.map(({ isin, symbol, reason }: Record<string, string>) => [isin, `${symbol} ${reason}`]),
  );
  t.like(reasons, { DE0007164600: 'SAP.XETRA directory', DE0007164601: 'null invalid_identifier' });
  t.regex(reasons.US5949181045 as string, /^MSFT\.US directory$/);
  t.regex(json.instruments[1].detail, /check digit of this ISIN is wrong/);
  const mapped = await send(
    `type,date,isin,quantity,price,currency\nbuy,2025-01-02,DE0007164601,1,10,EUR`,
    '?dryRun=true&symbol=DE0007164601:SAP.XETRA',
  );
  t.like(mapped.json.instruments[0], { symbol: 'SAP.XETRA', reason: 'mapping' });
});

test('equal trades in two accounts are two trades, and importing them again adds none', async (t) => {
  const { send } = await place();
  const trade = (accountId: string) => ({
    accountId,
    type: 'BUY',
    symbol: 'MSFT',
    date: '2025-01-02T00:00:00.000Z',
    quantity: 1,
    unitPrice: 420.5,
    fee: 1,
    currency: 'USD',
  });
  const of = (...accounts: string[]) => JSON.stringify({ meta: { version: 'test' }, activities: accounts.map(trade) });
  t.like((await send(of('one'), '', 'application/json')).json, { format: 'ghostfolio', addedCount: 1 });
  t.like((await send(of('one', 'two', 'two'), '', 'application/json')).json, { addedCount: 2, duplicateCount: 1 });
});

test('an import is all or nothing: a portfolio never exceeds its limit', async (t) => {
  const { send, stored } = await place();
  const rows = Array.from({ length: 61 }, (_, index) => `deposit,2025-01-02,${index + 1},USD`).join('\n');
  const answer = await send(`type,tradedAt,amount,currency\n${rows}`);
  t.deepEqual([answer.status, answer.json.code], [409, 'quota_reached']);
  t.is((await send(`type,tradedAt,amount,currency\n${rows}`, '?dryRun=true')).json.code, 'quota_reached');
  t.deepEqual(await stored('type'), []);
});

test('progress is streamed before the report, and a rejected file ends the stream with an error', async (t) => {
  const { ada, path } = await place();
  const open = (rawBody: string) =>
    ada.stream(`${path}/import`, { method: 'POST', rawBody, headers: { 'content-type': 'text/csv' } });
  const events = await eventsOf(await open(ledger));
  t.like(events[0], { event: 'progress', data: { phase: 'reading', fraction: 0 } });
  t.like(events.at(-1), { event: 'result', data: { addedCount: 4 } });
  t.like((await eventsOf(await open('no table'))).at(-1), { event: 'error', data: { code: 'unprocessable' } });
});

test('an account can run one import at a time', async (t) => {
  const { ada, send } = await place();
  const other = await place(ada);
  const answers = await Promise.all([send(ledger), other.send(ledger), send(ledger)]);
  t.true(answers.every(({ status }) => status === 200 || status === 409));
  t.is(answers.filter(({ status }) => status === 200).length >= 1, true);
  t.is((await send(ledger)).status, 200);
});

test('a second import of an account is rejected before its file is read', async (t) => {
  const { ada, path } = await place();
  const headers = {
    authorization: `Bearer ${ada.token}`,
    'content-type': 'text/csv',
    'content-length': Buffer.byteLength(ledger),
  };
  const uploads = [1, 2].map(() => request(`${service.url}/api/v1${path}/import`, { method: 'POST', headers }));
  for (const upload of uploads) upload.flushHeaders();
  const answers = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>);
  const [first] = await Promise.race(answers);
  t.is(first.statusCode, 409);
  for (const upload of uploads) upload.end(ledger);
  const statuses = (await Promise.all(answers)).map(([{ statusCode }]) => statusCode);
  t.deepEqual(statuses.sort(), [200, 409]);
});

const oddText = fc.oneof(
  fc.constantFrom(
    '=1+1',
    "'=1",
    "''-x",
    '@sum(1)',
    '-5',
    '-5 (five)',
    '+a',
    'a,"b"',
    ' padded ',
    'line\r\nbreak',
    '\ttab',
    "'",
    '|',
    ';',
    'é😀',
    '-1,5',
  ),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
);
const entry = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    kind: fc.constantFrom('buy', 'deposit', 'dividend', 'split'),
    units: fc.integer({ min: 1, max: 10 ** 9 }),
    note: fc.option(oddText),
  })
  .map(({ day, kind, units, note }) => {
    const number = `${units}.${String(units).padStart(12, '0')}1`;
    const common = { type: kind, tradedAt: `2025-03-${String(day).padStart(2, '0')}`, currency: 'USD', note };
    if (kind === 'deposit') return { ...common, amount: number };
    return kind === 'dividend'
      ? { ...common, symbol: 'AAPL.US', amount: number }
      : { ...common, symbol: 'AAPL.US', quantity: number, ...(kind === 'buy' ? { price: '0.001' } : {}) };
  });

test('an exported ledger gives the same ledger, and the second export is the first, byte for byte', async (t) => {
  const { ada } = await place();
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
      const first = await place(ada);
      const json = JSON.stringify({
        transactions: entries.filter(({ note }) => note === null || (note.isWellFormed() && !note.includes('\0'))),
      });
      const sent = await first.send(json, '', 'application/json');
      t.is(sent.status, 200, sent.text);
      const [buyId] = (await first.stored('id', 'type')).find(([, type]) => type === 'buy') ?? [];
      const sale = {
        type: 'sell',
        tradedAt: '2025-04-01',
        symbol: 'AAPL.US',
        quantity: '0.5',
        price: '1',
        currency: 'USD',
        lotIds: [buyId],
      };
      if (buyId !== undefined) t.is((await ada.post(`${first.path}/transactions`, sale)).status, 201);
      for (const [format, type] of [
        ['csv', 'text/csv'],
        ['json', 'application/json'],
      ] as const) {
        const second = await place(ada);
        const exported = await ada.get(`${first.path}/export?format=${format}`);
        const again = await second.send(exported.text, '', type);
        t.is(again.status, 200, `${again.text}\n${exported.text}`);
        t.is((await ada.get(`${second.path}/export?format=${format}`)).text, exported.text);
        t.like((await first.send(exported.text, '', type)).json, { addedCount: 0 });
        t.deepEqual(
          (await ada.get(`${second.path}/realized`)).json.items.map(({ cost }: { cost: string }) => cost),
          (await ada.get(`${first.path}/realized`)).json.items.map(({ cost }: { cost: string }) => cost),
        );
        await ada.delete(second.path);
      }
      await ada.delete(first.path);
    }),
    { numRuns: 6 },
  );
});

/** Returns all events of a stream until it ends. */
async function eventsOf(source: TestEventSource): Promise<Array<{ event: string; data: unknown }>> {
  await source.ended;
  return source.received.map(({ event, data }) => ({ event, data: JSON.parse(data) }));
}
