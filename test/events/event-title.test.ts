import 'reflect-metadata';
import test from 'ava';
import { standaloneEnvelope } from '../../src/events/event-envelope.js';
import { summaryOf } from '../../src/events/event-summary.js';
import { asTitle, durationWords, entityWords, titleOf } from '../../src/events/event-title.js';
import type { ShownEvent } from '../../src/events/logged-event.js';
import { discoverFeatures } from '../../src/process/discover.js';
import { oneLine, shortened } from '../../src/text/plain-text.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';

const event = (more: Partial<ShownEvent> = {}): ShownEvent => ({
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  type: 'feed.status_changed',
  subject: 'feed:ais',
  time: new Date('2026-11-22T09:00:30Z'),
  severity: 3,
  data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
  ...more,
});

test('the title of an event is that of its data, or else its type and its subject', (t) => {
  t.is(titleOf(event()), 'Status changed · ais · down');
  t.is(titleOf(event({ data: { title: 'M 6.1 near the coast' } })), 'M 6.1 near the coast');
  t.is(titleOf(event({ type: 'webhook.test', data: { endpointId: 'x' } })), 'Test');
});

test('a title is one line without control characters and direction marks', (t) => {
  t.is(titleOf(event({ data: { title: ' a\r\nBcc: b\u0000\u202ecba  d ' } })), 'a Bcc: b cba d');
  t.is(oneLine('\ud800x'), '\ufffdx');
});

test('a summary lists severity, time and the scalar values of the data, without ids', (t) => {
  const data = {
    geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    previousStatus: 'ok',
    position: { lat: 51.9, lon: 4.1 },
    isLate: true,
    list: [1],
  };
  const { facts, url, footer } = summaryOf(event({ data }), 'https://watch.example');
  t.deepEqual(facts, [
    { name: 'Severity', value: '3 of 5 (moderate)' },
    { name: 'Time', value: '2026-11-22 09:00 UTC' },
    { name: 'About', value: 'feed:ais' },
    { name: 'Previous status', value: 'ok' },
    { name: 'Position', value: '51.9, 4.1' },
    { name: 'Is late', value: 'yes' },
  ]);
  t.is(url, 'https://watch.example/#event=01980a6e-5f3c-7c1a-9b52-3a8f64d2e901');
  t.is(footer, 'feed.status_changed · 01980a6e-5f3c-7c1a-9b52-3a8f64d2e901');
  t.is(summaryOf(event(), '').url, undefined, 'without a public address there is no link');
});

test('shortening cuts neither a surrogate pair nor an escape in two', (t) => {
  t.is(shortened('short', 5), 'short');
  t.is(shortened('shorter', 5), 'shor…');
  t.is(shortened('🚢🚢🚢', 5), '🚢🚢…');
  t.is(shortened('🚢🚢🚢', 4), '🚢…');
  const escaped = (max: number) => shortened('a&b&c', max, (character) => (character === '&' ? '&amp;' : character));
  t.deepEqual([escaped(13), escaped(12), escaped(8), escaped(5)], ['a&amp;b&amp;c', 'a&amp;b…', 'a&amp;b…', 'a…']);
});

test('every event type that accounts see writes its own titles, or has a title in its data', async (t) => {
  const { catalogue } = await discoverFeatures();
  for (const type of catalogue.visible()) {
    const title = type.titleOfExample;
    t.true(type.hasTitles || (standaloneEnvelope(type).example.data as { title?: string }).title === title, type.type);
    t.regex(title, /^\S.{4,298}\S$/u, type.type);
    t.notRegex(title, /undefined|null|\[object|NaN/, type.type);
  }
});

test('the title of a type names what happened, the feed and the source of the data; a stored title is shown unchanged', (t) => {
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
  t.is(feedStatusChanged.titleOf(data), 'Feed ais (simulator) is down');
  t.is(titleOf(event({ title: 'Feed ais is away' })), 'Feed ais is away');
});

test('long titles are cut between characters', (t) => {
  t.is(asTitle('x'.repeat(400)).length, 300);
  t.true(asTitle(`${'x'.repeat(298)}😀😀`).isWellFormed());
});

test('entities and durations are written in words', (t) => {
  t.is(entityWords('vessel:219024336'), 'Vessel 219024336');
  t.is(entityWords('geo_event:a:b'), 'Geo event a:b');
  t.is(entityWords('vessel:219024336', 'EMMA'), 'EMMA (vessel 219024336)');
  t.is(entityWords('vessel:219024336', ''), 'Vessel 219024336');
  t.deepEqual([0, 59, 60, 9_030, 90_000, 3_600].map(durationWords), [
    '0 s',
    '59 s',
    '1 min',
    '2 h 30 min',
    '1 d 1 h',
    '1 h',
  ]);
});

test('a summary lists the conditions of an explanation that were true', (t) => {
  const readings = [
    { type: 'price_change', value: 5.2, operator: 'above', threshold: 5, met: true },
    { type: 'event_near', value: 2, operator: null, threshold: null, met: true },
    { type: 'price', value: 90, operator: 'above', threshold: 100, met: false },
    { type: 'geofence', value: null, met: true },
    null,
  ];
  const { facts } = summaryOf(event({ subject: null, data: { title: 'Fired', explanation: readings } }), '');
  t.deepEqual(facts.slice(2), [
    { name: 'Price change', value: '5.2 (above 5)' },
    { name: 'Event near', value: '2' },
  ]);
});
