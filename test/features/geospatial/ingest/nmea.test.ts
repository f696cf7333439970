import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { restoredState, storedState } from '../../../../src/features/geospatial/history/objects/stored-state.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { Vessel } from '../../../../src/features/geospatial/vessel.js';
import { tagBlock } from '../../../support/ais-recordings.js';
import { positionSentence } from '../../../support/ais-sentence.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';

const recorded = readFileSync(join('test', 'fixtures', 'geo', 'feeds', 'kystverket-400.nm4'), 'utf8').split('\n');
/** The recorded sentences without their times, which are in 2019. */
const lines = recorded.map((line) => line.replace(/^\\[^\\]*\\/, '')).filter((line) => line !== '');
/** Returns the sentences with the present time. For a message with several sentences, the time of the first counts. */
const timed = (now: number) => lines.map((line) => tagBlock(`c:${Math.floor(now / 1000)}`) + line);
const single = lines.filter((line) => line.startsWith('!BSVDM,1,1'));
const [first, second] = lines.filter((line) => line.startsWith('!BSVDM,2,')).slice(0, 2) as [string, string];

async function receiver(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await serviceFor(t, { env });
  const caller = await service.signedIn('receiver', 'operator');
  const push = (rawBody: string | Uint8Array, headers: Record<string, string> = {}) =>
    caller.post('/geospatial/ingest/nmea', undefined, {
      rawBody,
      headers: { 'content-type': 'text/plain', ...headers },
    });
  const picture = service.services.get(LiveState);
  return { service, caller, push, picture };
}

test('vessels of submitted messages appear on the map, and a repeated submission with times changes nothing', async (t) => {
  const { service, push, picture } = await receiver(t);
  const body = `${timed(service.clock.now()).join('\r\n')}\r\n`;
  const { status, json } = await push(body);
  t.is(status, 200);
  t.is(json.lines, lines.length);
  t.deepEqual(json.rejected, []);
  t.true(json.accepted > 250);
  const all = () => Array.from(picture.vessels.within(), (slot) => picture.vessels.stateAt(slot));
  const before = all();
  t.true(before.length > 200);
  const again = await push(body);
  t.is(again.json.accepted + again.json.stale, json.accepted + json.stale);
  t.true(again.json.stale > 250);
  t.deepEqual(all(), before);
});

test('the later of two positions without times in a batch is the position of the vessel', async (t) => {
  const { caller, push } = await receiver(t);
  const body = [50, 50.01].map((lat) => `${positionSentence({ mmsi: 219024336, lat, lon: 4 })}\n`).join('');
  const { json } = await push(body);
  t.like(json, { lines: 2, accepted: 2, stale: 0 });
  t.is((await caller.get('/geospatial/vessels/219024336')).json.position.lat, 50.01);
});

test('a vessel with an irregular number is counted, found by the number, and listed on request', async (t) => {
  const { caller, push } = await receiver(t);
  const irregular = [222222222, 3638, 120000001, 999412601, 990000001];
  const numbers = ['000003638', '120000001', '222222222', '990000001', '999412601'];
  const body = [219024336, ...irregular].map((mmsi) => `${positionSentence({ mmsi, lat: 50, lon: 4 })}\n`).join('');
  t.like((await push(body)).json, { lines: 6, accepted: 6, irregular: 5, rejected: [] });
  const listed = async (query: string) =>
    (await caller.get(`/geospatial/vessels${query}`)).json.items.map(({ mmsi }: { mmsi: string }) => mmsi);
  t.deepEqual(await listed(''), ['219024336']);
  t.deepEqual(await listed('?identity=regular&bbox=3,49,5,51'), ['219024336']);
  t.deepEqual(await listed('?identity=irregular'), numbers);
  t.deepEqual(await listed('?identity=any&bbox=3,49,5,51'), [...numbers.slice(0, 2), '219024336', ...numbers.slice(2)]);
  const first = (await caller.get('/geospatial/vessels?identity=any&limit=4')).json;
  const rest = (await caller.get(`/geospatial/vessels?identity=any&limit=4&cursor=${first.nextCursor}`)).json;
  t.deepEqual([first.items.length, rest.items.length, rest.nextCursor], [4, 2, null]);
  t.like((await caller.get('/geospatial/vessels/000003638')).json, {
    mmsi: '000003638',
    identity: 'irregular',
    flag: null,
  });
  t.is((await caller.get('/geospatial/vessels/219024336')).json.identity, 'regular');
  const density = (await caller.get('/geospatial/density?bbox=3,49,5,51')).json;
  t.is(density.total ?? density.cells.reduce((sum: number, { count }: { count: number }) => sum + count, 0), 1);
});

test('submitted data has the provider `push`, and its feed is listed from then on', async (t) => {
  const { service, push, picture } = await receiver(t);
  const feed = async () =>
    (await service.client().get('/health/feeds')).json.items.find((one: { feed: string }) => one.feed === 'ais.push');
  t.is(await feed(), undefined);
  await push(`${single[0]}\nnoise\n`);
  const [slot = -1] = picture.vessels.within();
  t.is(picture.vessels.stateAt(slot).provider, 'push');
  const { provider, status, records, failures, intake } = await feed();
  t.deepEqual(intake, { read: 2, kept: 1, rejected: [{ reason: 'no_start', count: 1 }] });
  t.deepEqual([provider, status, records, failures], ['push', 'ok', 1, [{ kind: 'bad_answer', count: 1 }]]);
  service.clock.advance(1_000_000);
  t.is((await feed()).status, 'stale');
});

test('an invalid line is counted under its reason, and the others are read', async (t) => {
  const { push } = await receiver(t);
  const broken = (single[0] as string).replace(/..$/, '00');
  const { json } = await push(
    Buffer.concat([
      Buffer.from(`${broken}\nprose\n`),
      Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]),
      Buffer.from(`${single[1]}\n`),
    ]),
  );
  t.deepEqual([json.lines, json.accepted], [5, 1]);
  t.deepEqual(
    json.rejected.find((one: { reason: string }) => one.reason === 'checksum'),
    { reason: 'checksum', count: 1 },
  );
  t.is(
    json.rejected.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    json.lines - 1 - (json.lines === 5 ? 1 : 0),
  );
});

test('a message of two sentences may be split over two requests', async (t) => {
  const { push } = await receiver(t);
  t.deepEqual((await push(first)).json, { lines: 1, accepted: 0, stale: 0, irregular: 0, rejected: [] });
  t.deepEqual((await push(second)).json, { lines: 1, accepted: 1, stale: 0, irregular: 0, rejected: [] });
});

test('parts from two receivers are never joined into one message', async (t) => {
  const { service, push } = await receiver(t);
  await push(first);
  const other = await service.signedIn('another', 'operator');
  const { json } = await other.post('/geospatial/ingest/nmea', undefined, {
    rawBody: second,
    headers: { 'content-type': 'text/plain' },
  });
  t.is(json.accepted, 0);
});

test('JSON of AIS-catcher is read, as one message or many', async (t) => {
  const { caller, service } = await receiver(t);
  const rxuxtime = service.clock.now() / 1000;
  const message = (nmea: string) => ({ class: 'AIS', device: 'AIS-catcher', rxuxtime, nmea: [nmea] });
  const one = await caller.post('/geospatial/ingest/nmea', message(single[0] as string));
  t.deepEqual([one.status, one.json.accepted], [200, 1]);
  const many = await caller.post('/geospatial/ingest/nmea', {
    protocol: 'jsonaiscatcher',
    msgs: single.slice(1, 11).map(message),
  });
  t.deepEqual([many.json.lines, many.json.accepted + many.json.stale], [10, 10]);
});

test('JSON of an unknown form is counted as a rejected message', async (t) => {
  const { caller } = await receiver(t);
  for (const body of [{}, { msgs: 5 }, { msgs: [null, 7, {}] }]) {
    const { status, json } = await caller.post('/geospatial/ingest/nmea', body);
    t.deepEqual([status, json.accepted], [200, 0]);
  }
});

test('a body is at most a megabyte', async (t) => {
  const { push } = await receiver(t);
  t.is((await push('x\n'.repeat(524_288))).status, 200);
  t.deepEqual([(await push(`${'x\n'.repeat(524_288)}x`)).json.code], ['payload_too_large']);
});

test('only text and JSON are accepted', async (t) => {
  const { push } = await receiver(t);
  const refused = [
    '',
    'application/octet-stream',
    'text/html',
    'text/plain; charset=utf-16',
    'application/x-www-form-urlencoded',
  ];
  for (const type of refused) {
    const { status, headers } = await push('x', { 'content-type': type });
    t.is(status, 415, type);
    t.is(headers.get('accept'), 'text/plain, application/json');
  }
  for (const type of ['text/plain', 'text/plain; charset=utf-8', 'TEXT/PLAIN;charset="UTF-8"'])
    t.is((await push('x', { 'content-type': type })).status, 200, type);
  isProblem(t, await push('x', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
});

test('malformed, non-object and deeply nested JSON is rejected', async (t) => {
  const { push } = await receiver(t);
  const json = { 'content-type': 'application/json' };
  const codes: string[] = [];
  for (const body of [
    '{"a":',
    '\xff',
    '[]',
    '5',
    'null',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ])
    codes.push((await push(body, json)).json.code);
  t.deepEqual(codes, [
    'malformed_body',
    'malformed_body',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'malformed_body',
    'malformed_body',
  ]);
});

test('a request without a body is rejected', async (t) => {
  const { push, caller } = await receiver(t);
  t.is((await push('')).json.code, 'invalid_request');
  t.is((await caller.post('/geospatial/ingest/nmea')).json.code, 'invalid_request');
});

test('only operators may submit data', async (t) => {
  const { service } = await receiver(t);
  const user = await service.signedIn('somebody');
  const options = { rawBody: single[0], headers: { 'content-type': 'text/plain' } };
  t.regex(
    (await user.post('/geospatial/ingest/nmea', undefined, options)).json.detail,
    /^Only the role operator may do this/,
  );
  isProblem(t, await service.client().post('/geospatial/ingest/adsb', undefined, options), 401, 'unauthenticated');
});

test('a vessel has the station that received its latest report, if a tag block names it', async (t) => {
  const { caller, push, picture, service } = await receiver(t);
  const mmsi = 219024336;
  let at = service.clock.now() - 60_000;
  const received = async (fields: string, lines = [positionSentence({ mmsi, lat: 50, lon: 4 })]) => {
    at += 1_000;
    const [first, ...others] = lines as [string, ...string[]];
    t.like((await push([tagBlock(`c:${at}${fields}`) + first, ...others].join('\n'))).json, {
      accepted: 1,
      rejected: [],
    });
  };
  const station = async (id = mmsi) => (await caller.get(`/geospatial/vessels/${id}`)).json.sourceStation;
  await received(',s:2573345');
  t.is(await station(), '2573345');
  const state = picture.vessels.get(mmsi) as Vessel;
  t.deepEqual(restoredState('vessels', mmsi, JSON.parse(storedState(state))), state);
  const features = (await caller.get('/geospatial/vessels?bbox=3,49,5,51&format=geojson')).json.features;
  t.is(features[0].properties.sourceStation, '2573345');
  await received('');
  t.is(await station(), null, 'the latest report names none');
  await received(`,s:${'a'.repeat(32)}`);
  t.is(await station(), 'a'.repeat(32));
  for (const name of ['', 'a'.repeat(33), 'a"b', '<b>']) {
    await received(`,s:${name}`);
    t.is(await station(), null, name);
  }
  await push(`${tagBlock(`c:${at + 1_000},s:r-003669710,g:1-2-7`)}${first}\n${tagBlock('g:2-2-7')}${second}`);
  const parted = Array.from(picture.vessels.within(), (slot) => picture.vessels.stateAt(slot)).find(
    ({ key }) => key !== mmsi,
  );
  t.is(await station(parted?.key), 'r-003669710');
});

test('a JSON body that is not an object is rejected', async (t) => {
  const { caller } = await receiver(t);
  for (const rawBody of ['null', '[]', '1', '"text"', 'true']) {
    const { status, json } = await caller.post('/geospatial/ingest/adsb', undefined, {
      rawBody,
      headers: { 'content-type': 'application/json' },
    });
    t.deepEqual([status, json.detail], [400, 'Send a JSON object.'], rawBody);
  }
});

test('a byte order mark before JSON is ignored', async (t) => {
  const { caller } = await receiver(t);
  const rawBody = Buffer.from('\ufeff{"now":1,"aircraft":[]}');
  t.is(
    (
      await caller.post('/geospatial/ingest/adsb', undefined, {
        rawBody,
        headers: { 'content-type': 'application/json' },
      })
    ).status,
    200,
  );
});
