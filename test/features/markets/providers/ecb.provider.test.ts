import test from 'ava';
import { ecbDays, ecbPieces } from '../../../../src/features/markets/providers/ecb-answers.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';
import { startEcbStub } from '../../../support/vendors/reference-rate-stubs.js';
import { recorded } from '../../../support/vendors/vendor-stub.js';

const ecb = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'ecb', startEcbStub(), options);

const read = (text: string) => ecbPieces(text).flatMap((piece) => ecbDays(piece));

test('the latest rates are those of the daily document', async (t) => {
  const { provider, stub, feed } = await ecb(t);
  const table = await provider.rates?.rates();
  t.deepEqual([table?.base, table?.day, Object.keys(table?.rates ?? {}).length], ['EUR', '2026-04-13', 29]);
  t.deepEqual(table?.at, new Date('2026-04-13T14:00:00Z'));
  t.deepEqual([table?.rates.USD, table?.rates.IDR], [1.1684, 20082.05]);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/stats/eurofxref/eurofxref-daily.xml'],
  );
  t.deepEqual([feed().status, feed().records], ['ok', 1]);
});

test('rates of a day come from the shortest history that contains it; a holiday has those of the day before', async (t) => {
  const { provider, stub } = await ecb(t);
  t.is((await provider.rates?.rates('2026-04-06'))?.day, '2026-04-02');
  t.is((await provider.rates?.rates('2024-01-14'))?.day, '2024-01-12');
  await t.throwsAsync(async () => provider.rates?.rates('1998-12-31'), { code: 'not_found' });
  t.deepEqual(
    stub.requests.map(({ path }) => path.slice(17)),
    ['eurofxref-hist-90d.xml', 'eurofxref-hist.xml'],
  );
});

test('a currency has no rates before its introduction and after its end', async (t) => {
  const { provider } = await ecb(t);
  const [old, late] = [await provider.rates?.rates('1999-01-05'), await provider.rates?.rates('2024-01-15')];
  t.true((old?.rates.CYP ?? 0) > 0.5);
  t.is(late?.rates.CYP, undefined);
  t.is(old?.rates.TRY, undefined);
});

test('quotes and candles are cross rates', async (t) => {
  const { provider, stub } = await ecb(t);
  const [quote, none] = (await provider.quotes?.quotes(symbols('USDJPY.FOREX', 'EURXYZ.FOREX'))) ?? [];
  t.deepEqual(
    [quote?.price, quote?.currency, quote?.tradedAt],
    [186.75 / 1.1684, 'JPY', new Date('2026-04-13T14:00:00Z')],
  );
  t.is(none, undefined);
  const ask = (text: string) =>
    provider.candles?.candles(symbol(text), '1d', new Date('2026-04-01'), new Date('2026-04-08'));
  t.deepEqual(
    (await ask('EURUSD.FOREX'))?.map(({ time, open, close, volume }) => [time.getUTCDate(), open === close, volume]),
    [
      [1, true, null],
      [2, true, null],
      [7, true, null],
    ],
  );
  await t.throwsAsync(async () => ask('EURXYZ.FOREX'), { code: 'not_found' });
  t.is(stub.requests.length, 1);
});

test('a document is requested once an hour, regardless of the number of callers', async (t) => {
  const { provider, stub, clock } = await ecb(t);
  await Promise.all([provider.rates?.rates(), provider.rates?.rates(), provider.rates?.rates()]);
  t.is(stub.requests.length, 1);
  clock.advance(3_600_000);
  stub.reply('/', { status: 500, body: 'down' });
  await t.throwsAsync(async () => provider.rates?.rates(), { code: 'server_error' });
});

test('HTML, a truncated document, one with entities and one without rates are rejected', (t) => {
  const good = recorded('ecb/eurofxref-daily.xml');
  t.is(read(good).length, 1);
  for (const bad of [
    '<!DOCTYPE html><html><body>Maintenance</body></html>',
    '<html><body>Maintenance</body></html>',
    '',
    good.slice(0, good.length / 2),
    good.replace('<gesmes:Envelope', '<!DOCTYPE x [<!ENTITY a "b">]><gesmes:Envelope'),
    good.replace(/<Cube time[\s\S]*<\/Cube>/, '</Cube>'),
    good.replace(/rate='[^']*'/g, "rate='N/A'"),
    good.replace(/time='[^']*'/, "time='today'"),
    '<Envelope></Envelope>',
    '{"rates":{}}',
  ])
    t.throws(() => read(bad), { instanceOf: UpstreamError, code: 'bad_answer' }, bad.slice(0, 60));
});

test('a malformed rate is skipped', (t) => {
  const [day] = read(
    recorded('ecb/eurofxref-daily.xml')
      .replace("rate='1.1684'", "rate='-1'")
      .replace("currency='JPY'", "currency='__proto__'"),
  );
  t.deepEqual([day?.rates.USD, day?.rates.JPY, Object.keys(day?.rates ?? {}).length], [undefined, undefined, 27]);
});

test('a history of years is read in chunks, without losing a day between them', (t) => {
  const days = Array.from({ length: 1001 }, (_, index) =>
    new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
  ).reverse();
  const cubes = days.map((day) => `<Cube time="${day}"><Cube currency="USD" rate="1.1"/></Cube>`);
  const text = `<gesmes:Envelope xmlns:gesmes="x"><Cube>\n${cubes.join('\n')}\n</Cube>\n</gesmes:Envelope>\n`;
  t.is(ecbPieces(text).length, 17);
  t.deepEqual(
    read(text).map(({ day }) => day),
    days,
  );
});
