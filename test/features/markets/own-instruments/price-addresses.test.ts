import 'reflect-metadata';
import '../../../support/limit-concurrency.js';
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { OwnPriceReadings } from '../../../../src/features/markets/own-instruments/price-readings.service.js';
import { READING_TIMEOUT_MS } from '../../../../src/features/markets/price-addresses/fetch-price.js';
import { isProblem } from '../../../support/is-problem.js';
import { listenOnOwnPort } from '../../../support/own-port.js';
import { DAY, HOUR, MINUTE } from '../../../support/service-for.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { type WebServer, webServer } from '../../../support/web-server.js';

const path = '/markets/instruments';
const preview = `${path}/price-preview`;
const job = 'markets.read-own-prices';
const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1', SVC_OWN_PRICE_ADDRESS_LIMIT: '12' } });
  service.services.get(OwnPriceReadings).random = () => 0;
});
test.after.always(() => service.close());

/** Returns a new account with an instrument whose prices are read from a server. */
async function owner(t: ExecutionContext, more: object = {}, answers: WebServer['answers'] = {}) {
  const server = await webServer(t, {
    '/price': json({ nav: { value: 104.27, date: today(), currency: 'EUR' } }),
    ...answers,
  });
  const ada = await service.signedIn();
  const priceAddress = { url: `${server.url}/price`, pricePath: '$.nav.value', ...more };
  const made = await ada.post(path, { symbol: 'ACME.OWN', kind: 'fund', name: 'Acme', currency: 'EUR', priceAddress });
  t.is(made.status, 201, made.text);
  const own = `${path}/ACME.OWN`;
  const reading = async () => (await ada.get(`${own}/price-reading`)).json;
  const prices = async () =>
    (await ada.get(`${own}/prices`)).json.items.map(({ day, price, origin }: Record<string, unknown>) => [
      day,
      price,
      origin,
    ]);
  return { server, ada, own, made, reading, prices };
}
const today = () => new Date(service.clock.now()).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(service.clock.now() - days * DAY).toISOString().slice(0, 10);

/** Reads what is due. Tests that use it run one after another, because a run reads the addresses of all accounts. */
const readDue = () => service.jobs.run(job);
/** Makes the addresses of an account due that are still read, without hours of waiting. */
const makeDue = ({ accountId }: { accountId: string }) =>
  service.database.database.query(
    `update own_price_readings set next_read_at = $2 where next_read_at is not null
       and instrument_id in (select id from own_instruments where account_id = $1)`,
    [accountId, new Date(service.clock.now())],
  );

test.serial(
  'an address is read at once and then after its interval, and its prices are ordinary own prices',
  async (t) => {
    const { server, ada, own, made, reading, prices } = await owner(t, {
      timePath: '$.nav.date',
      currencyPath: '$.nav.currency',
    });
    t.like(made.json, { priceStatus: 'pending', version: 1 });
    t.like(made.json.priceAddress, { intervalHours: 24, timeOfDay: null });
    t.like(await reading(), { status: 'pending', readAt: null, failureCount: 0, price: null });
    await readDue();
    t.deepEqual(await prices(), [[today(), 104.27, 'address']]);
    t.like((await ada.get(own)).json, { priceStatus: 'ok', version: 2 });
    const after = await reading();
    t.like(after, { status: 'ok', price: 104.27, day: today(), failure: null });
    t.is(Date.parse(after.nextReadAt) - service.clock.now(), 24 * HOUR);
    t.is((await ada.get('/markets/quotes?symbol=ACME.OWN')).json.items[0].price, 104.27);
    await readDue();
    t.is(server.requests.length, 1);
    server.answers['/price'] = json({ nav: { value: '105.5', date: daysAgo(1), currency: 'EUR' } });
    await makeDue(ada);
    await readDue();
    t.deepEqual(await prices(), [
      [today(), 104.27, 'address'],
      [daysAgo(1), 105.5, 'address'],
    ]);
    // A state that did not change leaves the version as it is.
    t.is((await ada.get(own)).json.version, 2);
  },
);

test.serial('a day has one price: the last one that was read, or the one that the account stored', async (t) => {
  const { server, ada, own, prices } = await owner(t);
  await readDue();
  server.answers['/price'] = json({ nav: { value: 110 } });
  await makeDue(ada);
  await readDue();
  t.deepEqual(await prices(), [[today(), 110, 'address']]);
  await ada.put(`${own}/prices/${today()}`, { price: 99 });
  await makeDue(ada);
  await readDue();
  t.deepEqual(await prices(), [[today(), 99, 'account']]);
  t.is(server.requests.length, 3);
});

test.serial(
  'failures are counted and shown, and after 20 the readings stop until the address is set again',
  async (t) => {
    const { server, ada, own, reading, prices } = await owner(
      t,
      {},
      { '/price': { body: '<!doctype html><html></html>' } },
    );
    await readDue();
    t.is((await ada.get(own)).json.priceStatus, 'failing');
    const first = await reading();
    t.like(first, { status: 'failing', failureCount: 1, failure: 'html', price: null });
    t.regex(first.failureDetail, /^The address leads to an HTML page/);
    await readDue();
    t.is(server.requests.length, 1);
    const failAgain = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await makeDue(ada);
        await readDue();
      }
    };
    await failAgain(18);
    t.like(await reading(), { status: 'failing', failureCount: 19 });
    await failAgain(1);
    t.like(await reading(), { status: 'stopped', failureCount: 20, nextReadAt: null });
    t.is((await ada.get(own)).json.priceStatus, 'stopped');
    await failAgain(1);
    t.is(server.requests.length, 20);
    server.answers['/price'] = json({ nav: { value: 7 } });
    const { priceAddress } = (await ada.get(own)).json;
    t.is((await ada.patch(own, { priceAddress })).json.priceStatus, 'pending');
    await readDue();
    t.like(await reading(), { status: 'ok', failureCount: 0, failure: null });
    t.deepEqual(await prices(), [[today(), 7, 'address']]);
  },
);

test.serial('an address that changes or is removed while it is read stores nothing', async (t) => {
  const { server, ada, own, prices } = await owner(t);
  const other = `${server.url}/other`;
  server.answers['/other'] = json({ nav: { value: 1 } });
  const listening = createServer(async (_request, response) => {
    await ada.patch(own, { priceAddress: { url: other, pricePath: '$.nav.value' } });
    response.end('{"nav": {"value": 5}}');
  });
  const port = await listenOnOwnPort(listening);
  t.teardown(() => void listening.close());
  await ada.patch(own, { priceAddress: { url: `http://127.0.0.1:${port}/`, pricePath: '$.nav.value' } });
  await readDue();
  t.deepEqual(await prices(), []);
  await readDue();
  t.deepEqual(await prices(), [[today(), 1, 'address']]);
  t.is((await ada.patch(own, { priceAddress: null })).json.priceStatus, null);
  isProblem(t, await ada.get(`${own}/price-reading`), 404, 'not_found');
  await readDue();
  t.is(server.requests.length, 1);
});

test.serial('a host that hangs costs one reading of a run, and other hosts are read meanwhile', async (t) => {
  let hanging = 0;
  const silent = createServer(() => {
    hanging += 1;
  });
  const port = await listenOnOwnPort(silent);
  t.teardown(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const readings = service.services.get(OwnPriceReadings);
  readings.timeoutMs = 1_000;
  t.teardown(() => {
    readings.timeoutMs = READING_TIMEOUT_MS;
  });
  const { ada, prices } = await owner(t);
  for (const code of ['A', 'B', 'C']) {
    const priceAddress = { url: `http://127.0.0.1:${port}/${code}`, pricePath: '$.price' };
    await ada.post(path, { symbol: `${code}.OWN`, kind: 'fund', name: code, currency: 'EUR', priceAddress });
  }
  await readDue();
  t.is(hanging, 1);
  t.is((await prices()).length, 1);
  const found = await Promise.all(
    ['A', 'B', 'C'].map(async (code) => (await ada.get(`${path}/${code}.OWN/price-reading`)).json),
  );
  t.deepEqual(found.map(({ status }) => status).sort(), ['failing', 'pending', 'pending']);
  t.is(found.find(({ status }) => status === 'failing').failure, 'timeout');
  const waiting = found.find(({ status }) => status === 'pending');
  t.true(Date.parse(waiting.nextReadAt) >= service.clock.now() + 5 * MINUTE - 1);
  for (const code of ['A', 'B', 'C']) await ada.delete(`${path}/${code}.OWN`);
});

test.serial('a run reads five addresses of an account, and the next run the others', async (t) => {
  const { server, ada } = await owner(t);
  for (let at = 0; at < 6; at += 1) {
    const priceAddress = { url: `${server.url}/price`, pricePath: '$.nav.value' };
    await ada.post(path, { symbol: `N${at}.OWN`, kind: 'fund', name: 'One', currency: 'EUR', priceAddress });
  }
  await readDue();
  t.is(server.requests.length, 5);
  await readDue();
  t.is(server.requests.length, 7);
});

test('a preview shows the price, its time and currency, and stores nothing', async (t) => {
  const { server, ada, own } = await owner(t);
  const request = { url: `${server.url}/price`, pricePath: '$.nav.value', currency: 'EUR' };
  t.deepEqual((await ada.post(preview, request)).json, {
    url: `${server.url}/price`,
    price: 104.27,
    day: today(),
    time: null,
    currency: 'EUR',
    currencySource: 'request',
  });
  const full = { ...request, timePath: '$.nav.date', currencyPath: '$.nav.currency' };
  t.like((await ada.post(preview, full)).json, { currencySource: 'response' });
  isProblem(t, await ada.post(preview, { ...full, currency: 'USD' }), 422, 'unprocessable', '/currencyPath');
  t.deepEqual((await ada.get(`${own}/prices`)).json.items, []);
});

test('a preview gives the reason for which there is no price', async (t) => {
  const { server, ada } = await owner(
    t,
    {},
    {
      '/page': { body: '<html></html>' },
      '/text': json({ nav: 'high' }),
      '/huge': json({ nav: 1e300 }),
      '/long': { body: `{"nav": 1, "rest": "${'x'.repeat(262_144)}"}` },
      '/fits': { body: `{"nav": 1, "rest": "${'x'.repeat(200_000)}"}` },
      '/failed': { status: 500 },
      '/busy': { status: 429 },
      '/denied': { status: 403 },
      '/private': { status: 302, headers: { location: 'http://10.0.0.1/nav' } },
      '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
      '/circle': { status: 302, headers: { location: '/circle' } },
      '/moved': { status: 301, headers: { location: '/fits' } },
      '/packed': { ...json({ nav: 1 }), headers: { 'content-encoding': 'gzip' } },
    },
  );
  const reason = async (target: string, more: object = {}) => {
    const url = target.startsWith('/') ? `${server.url}${target}` : target;
    const { status, json: answer } = await ada.post(preview, { url, pricePath: '$.nav', currency: 'EUR', ...more });
    return status === 200 ? answer.price : `${status} ${answer.errors[0].pointer} ${answer.detail}`;
  };
  t.is(await reason('/page'), '422 /url The address leads to an HTML page, not to JSON. Give the address of the data.');
  t.is(await reason('/text'), '422 /pricePath The path finds "high", which is not a number such as 98.5.');
  t.is(await reason('/huge'), '422 /pricePath The price 1e+300 is not from 1e-9 to 1000000000000.');
  t.is(await reason('/long'), '422 /url The response is longer than 256 KB.');
  t.is(await reason('/fits'), 1);
  t.is(await reason('/moved'), 1);
  t.is(
    await reason('/fits', { pricePath: '$.price' }),
    '422 /pricePath The path $.price finds nothing in the response.',
  );
  t.is(await reason('/missing'), '422 /url The server has nothing at this address (404).');
  t.is(await reason('/failed'), '422 /url The server failed (500).');
  t.is(await reason('/busy'), '422 /url The server asks for fewer requests (429).');
  t.is(await reason('/denied'), '422 /url The server does not return the prices (403).');
  t.regex(
    await reason('/private'),
    /^422 \/url The server redirects elsewhere\. The URL leads to a private or reserved/,
  );
  t.regex(await reason('/file'), /^422 \/url The server redirects elsewhere\. The URL is no longer one/);
  t.regex(await reason('/circle'), /^422 \/url The server redirects more than 3 times/);
  t.regex(await reason('/packed'), /^422 \/url The response is compressed/);
  t.regex(await reason('http://10.0.0.1/nav'), /^422 \/url The host of the URL has a private or reserved address/);
  t.regex(
    await reason('http://ada:secret@127.0.0.1/nav'),
    /^422 \/url The URL must not have a user name or a password/,
  );
  t.regex(await reason('/fits', { pricePath: 'nav' }), /^400 \/pricePath/);
});

test('an account previews two addresses at the same time', async (t) => {
  let [isOpen, arrived] = [false, () => {}];
  const waiting: Array<() => void> = [];
  const slow = createServer((_request, response) => {
    const respond = () => response.end('{"nav": 1}');
    if (isOpen) respond();
    else waiting.push(respond);
    if (waiting.length === 2) arrived();
  });
  const port = await listenOnOwnPort(slow);
  t.teardown(() => void slow.close());
  const ada = await service.signedIn();
  const body = { url: `http://127.0.0.1:${port}/`, pricePath: '$.nav', currency: 'EUR' };
  const both = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const running = [ada.post(preview, body), ada.post(preview, body)];
  await both;
  isProblem(t, await ada.post(preview, body), 503, 'overloaded');
  isOpen = true;
  for (const respond of waiting) respond();
  t.deepEqual(
    (await Promise.all(running)).map(({ status }) => status),
    [200, 200],
  );
  t.is((await ada.post(preview, body)).status, 200);
});

test('addresses that are not valid are rejected with the field', async (t) => {
  const { ada, own } = await owner(t);
  const pointer = async (more: object) => {
    const address = { url: 'http://127.0.0.1:9/', pricePath: '$.nav', ...more };
    const { status, json: answer } = await ada.patch(own, { priceAddress: address });
    return status === 200 ? 'accepted' : `${status} ${answer.errors[0].pointer}`;
  };
  t.is(await pointer({ pricePath: '$..nav' }), '400 /priceAddress/pricePath');
  t.is(await pointer({ timePath: 'time' }), '400 /priceAddress/timePath');
  t.is(await pointer({ url: 'http://ada:secret@127.0.0.1:9/' }), '422 /priceAddress/url');
  t.is(await pointer({ url: 'http://192.168.1.1/' }), '422 /priceAddress/url');
  t.is(await pointer({ url: 'ftp://127.0.0.1/' }), '422 /priceAddress/url');
  t.is(await pointer({ intervalHours: 0 }), '400 /priceAddress/intervalHours');
  t.is(await pointer({ intervalHours: 169 }), '400 /priceAddress/intervalHours');
  t.is(await pointer({ intervalHours: 36, timeOfDay: '18:30' }), '400 /priceAddress/timeOfDay');
  t.is(await pointer({ intervalHours: 168, timeOfDay: '18:30' }), 'accepted');
  t.is(await pointer({ intervalHours: 1 }), 'accepted');
});

test('an account has a limited number of addresses, and may have more instruments', async (t) => {
  const ada = await service.signedIn();
  const priceAddress = { url: 'http://127.0.0.1:9/', pricePath: '$.nav' };
  const create = (at: number, address: object | null) =>
    ada.post(path, { symbol: `N${at}.OWN`, kind: 'fund', name: 'One', currency: 'EUR', priceAddress: address });
  for (let at = 0; at < 12; at += 1) t.is((await create(at, priceAddress)).status, 201);
  isProblem(t, await create(12, priceAddress), 409, 'quota_reached');
  t.is((await create(12, null)).status, 201);
  isProblem(t, await ada.patch(`${path}/N12.OWN`, { priceAddress }), 409, 'quota_reached');
  await ada.patch(`${path}/N0.OWN`, { priceAddress: null });
  t.is((await ada.patch(`${path}/N12.OWN`, { priceAddress })).status, 200);
  isProblem(t, await (await service.signedIn()).get(`${path}/N1.OWN/price-reading`), 404, 'not_found');
  // The addresses of this test lead nowhere; the tests that read what is due are not to meet them.
  for (let at = 0; at <= 12; at += 1) await ada.delete(`${path}/N${at}.OWN`);
});
