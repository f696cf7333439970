import 'reflect-metadata';
import test from 'ava';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
  const live = service.services.get(LiveState);
  const at = service.clock.now();
  const seen = { observedAt: at, receivedAt: at, provider: 'simulator' };
  live.takeVessel({
    key: 244660001,
    lat: 51.95,
    lon: 4.05,
    name: 'EVER GIVEN',
    imo: 9811000,
    callsign: 'H3RC',
    speedKnots: 12,
    ...seen,
  } as never);
  live.takeVessel({ key: 351660002, lat: 10, lon: 40, name: 'EVER GREEN', speedKnots: 4, ...seen } as never);
  live.takeVessel({ key: 244660003, lat: 51.9, lon: 4.1, name: 'ROTTERDAM', ...seen } as never);
  live.takeAircraft({ key: 0x4ca2d6, lat: 52, lon: 4, callsign: 'KLM1023', registration: 'PH-BXA', ...seen } as never);
});
test.after.always(() => service.close());

const found = (answer: { json: { items: Array<{ type: string; title: string }> } }) =>
  answer.json.items.map(({ type, title }) => `${type} ${title}`);

test('vessels are found by name, MMSI, IMO number and callsign, and fields narrow them', async (t) => {
  const ada = await service.signedIn();
  const titles = async (q: string) => found(await ada.get(`/search?type=vessel&q=${encodeURIComponent(q)}`));
  t.deepEqual(await titles('ever given'), ['vessel EVER GIVEN']);
  t.deepEqual((await titles('ever')).sort(), ['vessel EVER GIVEN', 'vessel EVER GREEN']);
  t.deepEqual(await titles('ever -green'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('244660001'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('9811000'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('imo9811000'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('h3rc'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('ever speed:>10'), ['vessel EVER GIVEN']);
  t.deepEqual(await titles('flag:PA'), ['vessel EVER GREEN']);
  t.deepEqual((await titles('near:51.95,4.05,20km')).sort(), ['vessel EVER GIVEN', 'vessel ROTTERDAM']);
  t.deepEqual((await titles('green OR rotterdam')).sort(), ['vessel EVER GREEN', 'vessel ROTTERDAM']);
  t.deepEqual(await titles('roterdam'), ['vessel ROTTERDAM']);
  t.deepEqual(await titles('"roterdam"'), []);
});

test('aircraft are found by callsign, registration and address', async (t) => {
  const ada = await service.signedIn();
  for (const q of ['klm1023', 'PH-BXA', '4ca2d6', 'klm10'])
    t.deepEqual(found(await ada.get(`/search?type=aircraft&q=${q}`)), ['aircraft KLM1023'], q);
});

test('resources of an account are found only by their owner, with highlights and facets', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  await ada.post('/markets/watchlists', { name: 'Zanzibar majors', symbols: ['AAPL.US'] });
  await ada.post('/geospatial/pins', {
    title: 'Wreck near Zanzibar',
    note: 'Seen at low tide',
    position: { lat: -6, lon: 39 },
    severity: 2,
  });
  const answer = await ada.get('/search?q=zanzibar');
  t.deepEqual(found(answer).sort(), ['pin Wreck near Zanzibar', 'watchlist Zanzibar majors']);
  const pin = answer.json.items.find(({ type }: { type: string }) => type === 'pin');
  t.deepEqual(pin.highlights, [{ field: 'title', start: 11, end: 19 }]);
  t.is(pin.snippet, 'Seen at low tide');
  t.is((await ada.get(pin.href.replace('/api/v1', ''))).json.title, pin.title);
  t.deepEqual(
    answer.json.facets.type.map(({ value, count }: { value: string; count: number }) => [value, count]),
    [
      ['pin', 1],
      ['watchlist', 1],
    ],
  );
  t.deepEqual(found(await ada.get('/search?q=zanzibat')).sort(), [
    'pin Wreck near Zanzibar',
    'watchlist Zanzibar majors',
  ]);
  for (const path of ['/search?q=zanzibar', '/search?q=zanzibat', '/search/suggest?q=zanz'])
    t.deepEqual((await bob.get(path)).json.items, [], path);
  t.is((await ada.get('/search/suggest?q=zanz')).json.items.length, 2);
});

test('instruments are found by ticker and name', async (t) => {
  const ada = await service.signedIn();
  const apple = await ada.get('/search?q=aapl.us');
  t.is(found(apple)[0], 'instrument Apple Inc.');
  t.is(found(await ada.get('/search?q=apple%20type:instrument'))[0], 'instrument Apple Inc.');
});

test('an error in the query returns 400 with the position', async (t) => {
  const ada = await service.signedIn();
  const { status, json } = await ada.get('/search?q=ships%20flg:PA');
  t.is(status, 400);
  t.like(json.errors[0], { in: 'query', name: 'q' });
  t.regex(json.errors[0].detail, /^at character 7: .*Did you mean flag\?/);
  t.is((await ada.get('/search?q=x&type=vesel')).json.errors[0].name, 'type');
  isProblem(t, await ada.get('/search?q=%22%22'), 400, 'invalid_request', 'query/q');
});

test('pages neither repeat nor skip a result', async (t) => {
  const ada = await service.signedIn();
  for (let index = 0; index < 5; index += 1) await ada.post('/markets/watchlists', { name: `Quagga ${index}` });
  const ids: string[] = [];
  let cursor = '';
  do {
    const { json } = await ada.get(`/search?q=quagga&limit=2${cursor}`);
    ids.push(...json.items.map(({ id }: { id: string }) => id));
    cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
    if (ids.length === 2) await ada.post('/markets/watchlists', { name: 'Quagga' });
  } while (cursor !== '');
  t.is(new Set(ids).size, 5);
  t.is(ids.length, 5);
});

test('words that name filters are read as filters, which the response lists, except in quotation marks', async (t) => {
  const ada = await service.signedIn();
  const search = async (q: string) => (await ada.get(`/search?q=${encodeURIComponent(q)}`)).json;
  const near = await search('ships near rotterdam');
  t.is(near.items[0].type, 'vessel');
  t.like(near.reading, { text: '' });
  t.deepEqual(
    near.reading.filters.map(({ field, words }: Record<string, string>) => [field, words]),
    [
      ['type', 'ships'],
      ['near', 'near rotterdam'],
    ],
  );
  t.is((await search('"ships near rotterdam"')).reading, undefined);
  const nothing = await search('tankers near honolulu');
  t.deepEqual(nothing.items, []);
  t.deepEqual(
    nothing.reading?.filters.map(({ field, words }: Record<string, string>) => [field, words]),
    [
      ['kind', 'tankers'],
      ['near', 'near honolulu'],
    ],
  );
  t.is((await search('IMO 9811000')).items[0].title, 'EVER GIVEN');
  t.is((await search('imo:9811000')).items.length, 1);
  t.is((await search('mmsi: 351660002')).items[0].title, 'EVER GREEN');
  t.deepEqual(found({ json: await search('ever AND green') }), ['vessel EVER GREEN']);
  t.is((await search('phbxa')).items[0].title, 'KLM1023');
  t.is((await search('AAPL')).items[0].id, 'AAPL.US');
});

test('filters that can match nothing return 400 with the possible values', async (t) => {
  const ada = await service.signedIn();
  const refused = async (q: string) => {
    const { status, json } = await ada.get(`/search?q=${encodeURIComponent(q)}`);
    return `${status} ${json.errors?.[0].detail}`;
  };
  t.is((await ada.get('/search?q=flag:Panama')).json.items[0].title, 'EVER GREEN');
  t.regex(await refused('flag:Panamo'), /^400 .*Did you mean PA \(panama\)\?/);
  t.regex(await refused('type:ship'), /^400 .*Did you mean vessel\?/);
  t.regex(await refused('kind:tankr'), /^400 .*Did you mean tanker\?/);
  t.regex(await refused('imo:12'), /^400 .*7 digits/);
  t.regex(await refused('in:nowhereland'), /^400 .*no known place/);
  t.regex(await refused('type:instrument flag:PA'), /^400 .*flag: is a field of vessel, aircraft|^400 .*flag:/);
  t.regex(await refused('ever AND'), /^400 .*AND needs a condition on each side/);
});
