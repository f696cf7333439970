import test from 'ava';
import { summaryOf } from '../../src/events/event-summary.js';
import { titleOf } from '../../src/events/event-title.js';
import type { ShownEvent } from '../../src/events/logged-event.js';
import { oneLine, shortened } from '../../src/plain-text.js';

const event = (more: Partial<ShownEvent> = {}): ShownEvent => ({
  ...{ id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', type: 'feed.status_changed', subject: 'feed:ais', time: new Date('2026-11-22T09:00:30Z'), severity: 3 },
  data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
  ...more,
});

test('the title of an event is that of its data, or else its type and what it is about', (t) => {
  t.is(titleOf(event()), 'Status changed · ais · down');
  t.is(titleOf(event({ data: { title: 'M 6.1 near the coast' } })), 'M 6.1 near the coast');
  t.is(titleOf(event({ type: 'webhook.test', data: { endpointId: 'x' } })), 'Test');
});

test('a title is one line without control characters and direction marks', (t) => {
  t.is(titleOf(event({ data: { title: ' a\r\nBcc: b\u0000\u202ecba  d ' } })), 'a Bcc: b cba d');
  t.is(oneLine('\ud800x'), '\ufffdx');
});

test('a summary lists severity, time and the single values of the data, without ids', (t) => {
  const data = { geofenceId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', previousStatus: 'ok', position: { lat: 51.9, lon: 4.1 }, isLate: true, list: [1] };
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
