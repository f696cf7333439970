import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { Dto, Field } from '../../../src/api/field.js';
import { integer, list, nullable, number, text } from '../../../src/api/rules.js';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';

@Dto('What a test makes up.')
class SightingDto {
  @Field('Name.', text(1, 100), { example: 'a' })
  name!: string;

  @Field('What it is found by.', list(text(1, 100), 10), { example: [] })
  keys!: string[];

  @Field('How grave; null for the least of the type.', nullable(integer(1, 5)), { example: null })
  severity!: number | null;

  @Field('Latitude and longitude in degrees; empty for what is nowhere.', list(number(-180, 180), 2), { example: [] })
  place!: number[];
}

const typeOf = (type: string, audience: 'public' | 'owner' | 'service') =>
  new EventType({
    type,
    description: 'A test.',
    data: SightingDto,
    audience,
    tag: 'timeline',
    severities: [1, 2, 3, 4, 5],
    facets: ({ keys, severity, place: [latitude, longitude] }) => ({
      keys,
      severity: severity ?? undefined,
      place: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
    }),
  });

const seen = typeOf('sighting.seen', 'public');
const lost = typeOf('sighting.lost', 'public');
const mine = typeOf('note.made', 'owner');
const inner = typeOf('inner.work', 'service');

type Sighting = Partial<SightingDto> & { second?: number; type?: typeof seen; ownerId?: string };

/**
 * Starts a service that knows only these event types. Also returns functions that add events and read the names in the
 * timeline.
 */
async function timelineOf(t: ExecutionContext) {
  const service = await serviceFor(t, { parts: { catalogue: new EventCatalog([seen, lost, mine, inner]) } });
  const ada = await service.signedIn();
  const began = service.clock.now();
  const at = (second: number) => new Date(began + second * 1000);
  const add = async (
    name: string,
    { second = 0, type = seen, ownerId, keys = [], severity = null, place = [] }: Sighting = {},
  ) => {
    const id = await service.services
      .get(EventLog)
      .append(type, { data: { name, keys, severity, place }, ownerId, time: at(second) });
    await service.settle();
    return id;
  };
  const read = (query = '') => ada.get(`/timeline${query}`);
  const names = async (query = '') => {
    const answer = await read(query);
    const { status, json } = answer;
    return status === 200
      ? json.items.map(({ data }: { data: SightingDto }) => data.name).join(' ')
      : problemOf(answer);
  };
  return { ...service, ada, at, add, read, names };
}

test('the timeline is sorted by the time of the events, latest first, whatever the order of writing', async (t) => {
  const { add, names, ada } = await timelineOf(t);
  await add('third', { second: 3 });
  await add('first', { second: 1 });
  await add('second', { second: 2, type: mine, ownerId: ada.accountId });
  await add('also-third', { second: 3 });
  t.is(await names(), 'also-third third second first');
});

test('an account sees public events and its own, and neither those of others nor internal ones', async (t) => {
  const { add, names, ada, signedIn, read } = await timelineOf(t);
  const eve = await signedIn();
  await add('public');
  await add('hers', { type: mine, ownerId: ada.accountId });
  const his = await add('his', { type: mine, ownerId: eve.accountId });
  const within = await add('inner', { type: inner });
  t.is(await names(), 'hers public');
  t.is(await names('?type=note.*'), 'hers');
  const absent = (await ada.get(`/timeline/${randomUUID()}`)).json;
  for (const id of [his, within]) {
    const { status, json } = await ada.get(`/timeline/${id}`);
    t.deepEqual([status, json.code, json.detail], [404, absent.code, absent.detail]);
  }
  t.is((await eve.get(`/timeline/${his}`)).json.data.name, 'his');
  isProblem(t, await read('?type=inner.*'), 400, 'invalid_request', 'query/type/0');
});

test('an event is a CloudEvents envelope, the same in the list and alone', async (t) => {
  const { add, read, ada, at } = await timelineOf(t);
  const id = await add('a', { second: 7, keys: ['vessel:1'], severity: 3 });
  const { items } = (await read()).json;
  const data = { name: 'a', keys: ['vessel:1'], severity: 3, place: [] };
  t.deepEqual(items, [
    {
      specversion: '1.0',
      id,
      source: 'http://127.0.0.1:3000/api/v1',
      type: 'sighting.seen',
      time: at(7).toISOString(),
      severity: 3,
      title: 'Seen · a',
      data,
    },
  ]);
  t.deepEqual((await ada.get(`/timeline/${id}`)).json, items[0]);
});

test('pages have no gaps or duplicates while events arrive, also with many at the same time', async (t) => {
  const { add, read, ada } = await timelineOf(t);
  for (let number = 0; number < 9; number += 1)
    await add(`e${number}`, {
      second: Math.floor(number / 4),
      type: number % 2 ? mine : seen,
      ...(number % 2 ? { ownerId: ada.accountId } : {}),
    });
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const { json } = await read(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    found.push(...json.items.map(({ data }: { data: SightingDto }) => data.name));
    cursor = json.nextCursor;
    await add(`late${found.length}`, { second: 1000 });
  } while (cursor !== null);
  t.is(found.join(' '), 'e8 e7 e6 e5 e4 e3 e2 e1 e0');
});

test('a cursor of another query or another account is rejected', async (t) => {
  const { add, read, signedIn } = await timelineOf(t);
  for (const name of ['a', 'b', 'c']) await add(name);
  const { nextCursor } = (await read('?limit=1')).json;
  t.is((await read(`?limit=1&cursor=${nextCursor}&minSeverity=1`)).json.code, 'invalid_cursor');
  t.is((await (await signedIn()).get(`/timeline?limit=1&cursor=${nextCursor}`)).json.code, 'invalid_cursor');
});

test('`from` is included and `to` is excluded', async (t) => {
  const { add, names, at } = await timelineOf(t);
  for (const second of [1, 2, 3]) await add(`${second}`, { second });
  const [one, two, three] = [1, 2, 3].map((second) => at(second).toISOString());
  t.is(await names(`?from=${two}`), '3 2');
  t.is(await names(`?to=${two}`), '1');
  t.is(await names(`?from=${one}&to=${three}`), '2 1');
  t.is(await names(`?from=${two}&to=${two}`), '400 invalid_request');
  t.is(await names(`?from=${three}&to=${one}`), '400 invalid_request');
  t.is(await names('?from=yesterday'), '400 invalid_request');
});

test('several types and patterns can be given; an unknown one is rejected with its position', async (t) => {
  const { add, names, read } = await timelineOf(t);
  await add('seen');
  await add('lost', { type: lost });
  t.is(await names('?type=sighting.seen'), 'seen');
  t.is(await names('?type=sighting.*'), 'lost seen');
  t.is(await names('?type=sighting.lost,sighting.seen'), 'lost seen');
  t.is(await names('?type=*'), 'lost seen');
  const { status, json } = await read('?type=sighting.seen,sighting.found');
  t.is(status, 400);
  t.deepEqual(json.errors, [
    { in: 'query', pointer: 'query/type/1', name: 'type', detail: 'matches no type of event' },
  ]);
  t.regex(json.detail, /GET \/subscriptions\/event-types/);
  for (const nonsense of ['*.seen', 'Sighting.seen', 'sighting.', ''])
    t.is(await names(`?type=${nonsense}`), '400 invalid_request', nonsense);
});

test('events are filtered by instrument and by entity; with both, both must match', async (t) => {
  const { add, names } = await timelineOf(t);
  await add('stock', { keys: ['symbol:AAPL.US'] });
  await add('ship', { keys: ['vessel:219024336'] });
  await add('both', { keys: ['vessel:219024336', 'symbol:AAPL.US'] });
  await add('none');
  t.is(await names('?symbol=AAPL.US'), 'both stock');
  t.is(await names('?entity=vessel:219024336'), 'both ship');
  t.is(await names('?symbol=AAPL.US&entity=vessel:219024336'), 'both');
  t.is(await names('?symbol=AAPL'), '');
  t.is(await names('?symbol=AAPL.US,MSFT.US'), 'both stock');
  t.is(await names('?entity=feed:ais&entity=vessel:219024336'), 'both ship');
  for (const nonsense of ['?symbol=AAPL US', '?entity=vessel', '?entity=a:b,c'])
    t.is(await names(nonsense), '400 invalid_request', nonsense);
});

test('a minimum severity excludes lower ones; an event without a severity counts as 1', async (t) => {
  const { add, names } = await timelineOf(t);
  await add('none');
  for (const severity of [1, 3, 5]) await add(`s${severity}`, { severity });
  t.is(await names('?minSeverity=1'), 's5 s3 s1 none');
  t.is(await names('?minSeverity=2'), 's5 s3');
  t.is(await names('?minSeverity=3'), 's5 s3');
  t.is(await names('?minSeverity=4'), 's5');
  for (const nonsense of ['0', '6', '1.5', 'high'])
    t.is(await names(`?minSeverity=${nonsense}`), '400 invalid_request', nonsense);
});

test('a box includes its edges, may cross the antimeridian, and excludes events without a position', async (t) => {
  const { add, names } = await timelineOf(t);
  await add('nowhere');
  await add('fiji', { place: [-17.7, 178] });
  await add('samoa', { place: [-13.8, -172] });
  await add('oslo', { place: [60, 10] });
  t.is(await names('?bbox=-180,-90,180,90'), 'oslo samoa fiji');
  t.is(await names('?bbox=10,60,20,70'), 'oslo');
  t.is(await names('?bbox=170,-30,-170,0'), 'samoa fiji');
  t.is(await names('?bbox=-170,-30,170,0'), '');
});

test('an invalid box is rejected', async (t) => {
  const { read } = await timelineOf(t);
  for (const box of [
    '0,0,1',
    '0,0,1,1,1',
    '0,10,1,5',
    '-181,0,0,1',
    '0,-91,1,0',
    '0,0,1,91',
    'a,b,c,d',
    '',
    '0,0,1,0x1',
  ]) {
    const { status, json } = await read(`?bbox=${box}`);
    t.is(status, 400, box);
    t.regex(json.errors[0].pointer, /^query\/bbox/, box);
  }
});

test('a time outside the years 1 to 9999 is a 400, also if only its offset makes it so', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B02:00', '9999-12-31T23:59:59-01:00'])
    t.is(problemOf(await ada.get(`/timeline?from=${time}`)), '400 invalid_request', time);
  for (const time of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    t.is((await ada.get(`/timeline?from=${time}`)).status, 200, time);
});

test('the error of an invalid filter explains what is wrong', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const saidOf = async (query: string) => (await ada.get(`/timeline?${query}`)).json.errors[0].detail;
  t.is(await saidOf('type=FEED.*'), 'must be a list of 1 to 50 items, each a type or a pattern such as feed.*');
  t.is(await saidOf('bbox=1,2,3'), 'must be a list of exactly 4 items, each a number from -180 to 180');
  t.is(
    await saidOf('symbol=A%20B'),
    'must be a list of 1 to 50 items, each text of 1 to 50 characters that matches ^[A-Za-z0-9._-]+$',
  );
  t.is(await saidOf('entity=feed'), 'must be a list of 1 to 50 items, each a key such as vessel:219024336');
});
