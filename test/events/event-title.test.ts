import 'reflect-metadata';
import test from 'ava';
import { discoverFeatures } from '../../src/discover.js';
import { durationWords, entityWords, oneLine, plainTitle } from '../../src/events/event-title.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';

test('every event type that accounts see writes titles of its own, in one line', async (t) => {
  const { catalogue } = await discoverFeatures();
  for (const type of catalogue.visible()) {
    const title = type.titleOfExample;
    t.not(title, plainTitle(type.type, type.subject), type.type);
    t.regex(title, /^\S.{4,298}\S$/u, type.type);
    t.notRegex(title, /undefined|null|\[object|NaN/, type.type);
  }
});

test('a type without titles of its own is named with its subject', (t) => {
  t.is(plainTitle('feed.status_changed', 'feed:ais'), 'Feed status changed (feed:ais)');
  t.is(plainTitle('test.made', null), 'Test made');
});

test('a title says what happened, to which feed, and whose data it is', (t) => {
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
  t.is(feedStatusChanged.titleOf(data, 'feed:ais'), 'Feed ais (simulator) is down');
});

test('line breaks and control characters become spaces, and long titles are cut', (t) => {
  t.is(oneLine(' a\r\nb\u0000\u202ec\t'), 'a b c');
  t.is(oneLine('x'.repeat(400)).length, 300);
  t.true(oneLine(`${'x'.repeat(298)}😀😀`).isWellFormed());
});

test('entities and durations are written in words', (t) => {
  t.is(entityWords('vessel:219024336'), 'Vessel 219024336');
  t.is(entityWords('geo_event:a:b'), 'Geo event a:b');
  t.deepEqual([0, 59, 60, 9_030, 90_000, 3_600].map(durationWords), ['0 s', '59 s', '1 min', '2 h 30 min', '1 d 1 h', '1 h']);
});
