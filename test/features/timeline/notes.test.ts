import 'reflect-metadata';
import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const body = {
  title: 'Tanker queue',
  text: 'Eleven ships at anchor.',
  time: '2026-11-10T12:00:00Z',
  severity: 3,
  ...{ place: { lat: 51.95, lon: 4.05 }, symbols: ['cl.comm', 'CL.COMM'], entities: ['vessel:219024336'] },
};

async function writer() {
  const ada = await service.signedIn();
  const shown = async (query = '') => {
    await service.settle();
    return (await ada.get(`/timeline?type=timeline.note${query}`)).json.items;
  };
  return { ada, shown };
}

test('a note is in the timeline at its time, found by its words, symbols, entities, place and severity', async (t) => {
  const { ada, shown } = await writer();
  const { json: note } = await ada.post('/timeline/notes', body);
  t.like(note, { symbols: ['CL.COMM'], entities: ['vessel:219024336'], place: { lat: 51.95, lon: 4.05 } });
  const [event] = await shown();
  t.like(event, {
    id: note.eventId,
    time: '2026-11-10T12:00:00.000Z',
    title: 'Tanker queue',
    severity: 3,
    subject: `note:${note.id}`,
  });
  for (const query of [
    'q=anchor',
    'symbol=CL.COMM',
    'entity=vessel:219024336',
    'bbox=4,51,5,52',
    'minSeverity=3',
    'from=2026-11-10&to=2026-11-11',
  ])
    t.is((await shown(`&${query}`)).length, 1, query);
  t.is((await shown('&q=drill')).length, 0);
});

test('a note without a time is about now, and one more than a year ahead is rejected', async (t) => {
  const { ada } = await writer();
  t.is((await ada.post('/timeline/notes', { title: 'Now' })).json.time, new Date(service.clock.now()).toISOString());
  const { status, json } = await ada.post('/timeline/notes', { title: 'Then', time: '2100-01-01T00:00:00Z' });
  t.deepEqual([status, json.errors[0].pointer], [400, '/time']);
});

test('a changed note replaces its event in the timeline, also before it was sequenced; an unchanged one does not', async (t) => {
  const { ada, shown } = await writer();
  const { json: note } = await ada.post('/timeline/notes', body);
  const changed = (await ada.patch(`/timeline/notes/${note.id}`, { title: 'Longer queue', place: null, symbols: null }))
    .json;
  t.not(changed.eventId, note.eventId);
  t.deepEqual(
    (await shown()).map(({ title, data }: { title: string; data: object }) => [title, data]),
    [
      [
        'Longer queue',
        {
          noteId: note.id,
          title: 'Longer queue',
          text: body.text,
          severity: 3,
          place: null,
          symbols: [],
          entities: body.entities,
        },
      ],
    ],
  );
  t.is((await ada.patch(`/timeline/notes/${note.id}`, { title: 'Longer queue' })).json.eventId, changed.eventId);
  await ada.patch(`/timeline/notes/${note.id}`, { title: 'Queue' });
  t.deepEqual(
    (await shown()).map(({ title }: { title: string }) => title),
    ['Queue'],
  );
});

test('a deleted note is no longer in the timeline', async (t) => {
  const { ada, shown } = await writer();
  const { json: note } = await ada.post('/timeline/notes', body);
  t.is((await shown()).length, 1);
  t.is((await ada.delete(`/timeline/notes/${note.id}`)).status, 204);
  t.deepEqual(await shown(), []);
  isProblem(t, await ada.get(`/timeline/${note.eventId}`), 404, 'not_found');
});

test('a note is private, and in the export of its account', async (t) => {
  const [{ ada }, { ada: eve }] = [await writer(), await writer()];
  const { json: note } = await ada.post('/timeline/notes', body);
  await service.settle();
  isProblem(t, await eve.get(`/timeline/${note.eventId}`), 404, 'not_found');
  isProblem(t, await eve.patch(`/timeline/notes/${note.id}`, { title: 'Mine' }), 404, 'not_found');
  t.deepEqual((await ada.get('/users/me/export')).json.timelineNotes, [
    (await ada.get(`/timeline/notes/${note.id}`)).json,
  ]);
});

test('as CSV an event has columns for symbols, entities, place and provider after its data', async (t) => {
  const { ada } = await writer();
  await ada.post('/timeline/notes', body);
  await service.settle();
  const rowOf = async (query: string) => {
    const [header = '', row = ''] = (await ada.get(`/timeline?type=timeline.note&format=csv${query}`)).text.split(
      '\r\n',
    );
    return { header, row };
  };
  const { header, row } = await rowOf('');
  t.is(
    header,
    'specversion,id,source,type,subject,time,severity,title,data,symbols,entities,place,lat,lon,provider,simulated',
  );
  t.true(row.endsWith('}",CL.COMM,vessel:219024336,,51.95,4.05,,'), row);
  t.deepEqual(await rowOf('&fields=time,title'), {
    header: 'time,title',
    row: '2026-11-10T12:00:00.000Z,Tanker queue',
  });
  t.is((await rowOf('&fields=data')).header, 'data,symbols,entities,place,lat,lon,provider,simulated');
});
