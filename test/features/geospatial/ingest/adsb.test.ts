import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { serviceFor } from '../../../support/service-for.js';

const fixtures = join('test', 'fixtures', 'geo', 'feeds');
const recorded = JSON.parse(readFileSync(join(fixtures, 'dump1090fa-aircraft.json'), 'utf8'));
const baseStation = readFileSync(join(fixtures, 'basestation-300.sbs'), 'utf8');

async function receiver(t: ExecutionContext) {
  const service = await serviceFor(t);
  const caller = await service.signedIn('receiver', 'operator');
  const pushLines = (rawBody: string) =>
    caller.post('/geospatial/ingest/adsb', undefined, { rawBody, headers: { 'content-type': 'text/plain' } });
  return { service, caller, pushLines, picture: service.services.get(LiveState) };
}

test('aircraft of a submitted aircraft.json appear on the map, and a repeated submission changes nothing', async (t) => {
  const { service, caller, picture } = await receiver(t);
  const body = { ...recorded, now: service.clock.now() / 1000 };
  const { status, json } = await caller.post('/geospatial/ingest/adsb', body);
  t.is(status, 200);
  t.true(json.accepted > 20);
  t.is(
    json.records,
    json.accepted + json.stale + json.rejected.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
  );
  t.true(picture.aircraft.size > 20);
  const all = () => Array.from(picture.aircraft.within(), (slot) => picture.aircraft.stateAt(slot));
  const before = all();
  const again = await caller.post('/geospatial/ingest/adsb', body);
  t.is(again.json.accepted + again.json.stale, json.accepted + json.stale);
  t.true(again.json.stale > 20);
  t.deepEqual(all(), before);
});

test('a response of a v2 API can be submitted like an aircraft.json', async (t) => {
  const { service, caller, picture } = await receiver(t);
  const { aircraft } = recorded;
  const { json } = await caller.post('/geospatial/ingest/adsb', {
    ac: aircraft,
    msg: 'No error',
    now: service.clock.now(),
    total: aircraft.length,
  });
  t.true(json.accepted > 20);
  t.is(picture.aircraft.size, json.accepted);
});

test('nearly a megabyte of a busy receiver is accepted', async (t) => {
  const { service, caller } = await receiver(t);
  const aircraft: object[] = [];
  for (let length = 0; length < 1_000_000; ) {
    const next = {
      ...recorded.aircraft[aircraft.length % recorded.aircraft.length],
      hex: (0x400000 + aircraft.length).toString(16),
    };
    length += JSON.stringify(next).length + 1;
    aircraft.push(next);
  }
  const { status, json } = await caller.post('/geospatial/ingest/adsb', { now: service.clock.now() / 1000, aircraft });
  t.deepEqual([status, json.records, json.rejected], [200, aircraft.length, []]);
});

test('JSON with more values or distinct names than receivers send is rejected', async (t) => {
  const { caller } = await receiver(t);
  const names = (count: number) => ({
    aircraft: [Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))],
  });
  const values = (count: number) => ({ aircraft: Array.from({ length: count }, () => 1) });
  const send = async (body: object) => (await caller.post('/geospatial/ingest/adsb', body)).json.errors?.[0].detail;
  t.is(await send(names(999)), undefined);
  t.is(await send(names(1_000)), 'must have at most 1000 different names');
  t.is(await send(values(129_000)), undefined);
  t.is(await send(values(130_001)), 'must have at most 130000 values');
});

test('BaseStation lines are read, and invalid lines are counted', async (t) => {
  const { pushLines, picture } = await receiver(t);
  const { status, json } = await pushLines(`${baseStation}nonsense\n`);
  t.is(status, 200);
  t.true(json.accepted > 0);
  t.true(json.rejected.length > 0);
  t.is(picture.aircraft.get(0x406b90)?.provider, 'push');
});

test('an entry that is not an aircraft is rejected, whatever its type', async (t) => {
  const { caller } = await receiver(t);
  for (const body of [{}, { aircraft: 5 }, { aircraft: [null, 7, {}, { hex: 'nonsense' }] }, { ac: [[]] }]) {
    const { status, json } = await caller.post('/geospatial/ingest/adsb', body);
    t.deepEqual([status, json.accepted], [200, 0]);
  }
});
