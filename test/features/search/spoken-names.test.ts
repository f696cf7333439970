import 'reflect-metadata';
import test from 'ava';
import { currencyPair } from '../../../src/features/markets/directory/currency-words.js';
import { fillSearchWorld, resultsOf } from '../../support/search-world.js';
import type { Json } from '../../support/test-client.js';
import { startTestService } from '../../support/test-service.js';

test('aircraft are found by the names of their airline and type, and by flight numbers', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const ada = await service.signedIn();
  await fillSearchWorld(service, ada);
  const first = async (query: string) => (await resultsOf(ada, query))[0];
  t.is(await first('lufthansa a350'), 'aircraft DLH4AB');
  t.is(await first('Air Canada flight 848'), 'aircraft ACA848');
  t.is(await first('QF12'), 'aircraft QFA12');
  t.is(await first('dreamliner cairo'), 'aircraft MSR777');
  t.is(await first('beechcraft king air'), 'aircraft ZS-TPC');
  t.is(await first('dreamliners over tokyo'), 'aircraft JAL044');
  t.is(await first('a350 near frankfurt'), 'aircraft DLH4AB');
  const planes = (await resultsOf(ada, 'bo')).filter((one) => one.startsWith('aircraft'));
  t.deepEqual(planes, [], 'the beginning of the name of a maker is no match');
});

test('a type of aircraft or an airline in a query is never left out, even if nothing matches', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const ada = await service.signedIn();
  await fillSearchWorld(service, ada);
  const read = async (q: string) => {
    const { items, reading } = (await ada.get(`/search?q=${encodeURIComponent(q)}`)).json;
    const aircraft = items.filter(({ type }: Json) => type === 'aircraft').map(({ title }: Json) => title);
    return { aircraft, text: reading?.text, ignored: reading?.ignored ?? null };
  };
  t.deepEqual(await read('a350 near frankfurt'), { aircraft: ['DLH4AB'], text: 'a350', ignored: null });
  t.deepEqual(await read('a380 near frankfurt'), { aircraft: [], text: 'a380', ignored: null });
  t.deepEqual(await read('qantas planes near frankfurt'), { aircraft: [], text: 'qantas', ignored: null });
  t.deepEqual((await read('noisy lufthansa planes near frankfurt')).aircraft, ['DLH4AB'], 'other words are left out');
});

test('spaces that are missing or added, labels of exchanges, NOT, plurals and foreign small words are understood', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const ada = await service.signedIn();
  await fillSearchWorld(service, ada);
  const first = async (query: string) => (await resultsOf(ada, query))[0];
  t.is(await first('stellameridian'), 'vessel STELLA MERIDIAN');
  t.is(await first('chip maker spending'), 'article Taiwan chipmaker lifts spending forecast');
  t.is(await first('NASDAQ:TSLA'), 'instrument TSLA.US');
  t.is(await first('LON: SHEL'), 'instrument SHEL.LSE');
  t.is(await first('hurricanes'), 'geo_event Hurricane Odalys');
  t.is(await first('wo ist die stella meridian'), 'vessel STELLA MERIDIAN');
  const others = await resultsOf(ada, 'apple NOT laptop type:article');
  t.true(others.length > 0 && others.every((one) => !one.includes('laptop')), others.join());
  t.regex((await resultsOf(ada, 'other:words'))[0] ?? '', /^400 .*is not a field/);
});

test('two currencies are the pair in the directory, in either order', async (t) => {
  const service = await startTestService();
  t.teardown(() => service.close());
  const ada = await service.signedIn();
  const first = async (query: string) => (await resultsOf(ada, query))[0];
  t.is(await first('euros to swiss francs'), 'instrument EURCHF.FOREX');
  t.is(await first('yen pound'), 'instrument GBPJPY.FOREX');
  t.deepEqual(currencyPair(['canadian', 'dollar', 'to', 'eur']), ['CADEUR', 'EURCAD']);
  t.is(currencyPair(['euro', 'bonds', 'dollar']), undefined);
  t.is(currencyPair(['pound', 'sterling']), undefined);
});
