import 'reflect-metadata';
import test from 'ava';
import { discoverEvents } from '../../src/discover.js';
import { EventCatalogue } from '../../src/events/event-catalogue.js';
import { EventType } from '../../src/events/event-type.js';
import { geoEventTypes } from '../../src/features/geospatial/geo-event.js';
import { DtoPlan } from '../../src/http/validation/dto-plan.js';
import { exampleOf } from '../../src/openapi/examples.js';
import { tags } from '../../src/openapi/tags.js';
import { FeedStatusChangedDto } from '../../src/upstream/feed.events.js';
import { DescriptionValidator } from '../support/description-validator.js';
import { serviceFor } from '../support/service-for.js';

/** Events of the world are told alike, whatever they are. */
const ofTheWorld = Object.fromEntries(geoEventTypes.map((type) => [`geo_event.${type}`, { audience: 'public' as const, severity: 3 }]));

/** Who sees each type, and what it is found by. A new type is entered here. */
const known: Record<string, { audience: 'public' | 'owner' | 'service'; severity: number | undefined }> = {
  'account.ceiling_reached': { audience: 'owner', severity: 2 },
  'feed.status_changed': { audience: 'public', severity: 3 },
  ...ofTheWorld,
  'geofence.dwelled': { audience: 'owner', severity: 2 },
  'geofence.entered': { audience: 'owner', severity: 2 },
  'geofence.exited': { audience: 'owner', severity: 2 },
  'session.new_device': { audience: 'owner', severity: 2 },
  'session.reuse_detected': { audience: 'owner', severity: 4 },
  'subscription.changed': { audience: 'service', severity: undefined },
  'webhook.endpoint_disabled': { audience: 'owner', severity: 3 },
  'webhook.test': { audience: 'owner', severity: undefined },
};

const typeOf = (type: string, audience: 'public' | 'owner' | 'service' = 'public', retentionDays?: number) =>
  new EventType({ type, description: '.', data: FeedStatusChangedDto, audience, tag: 'health', retentionDays });

test('these are the types of event there are, with who sees them and how grave their example is', async (t) => {
  const types = (await discoverEvents()).list();
  t.deepEqual(Object.fromEntries(types.map((type) => [type.type, { audience: type.audience, severity: type.facetsOf(exampleOf(type.data)).severity }])), known);
});

test('every type has a tag, a sentence, and an example that can be appended', async (t) => {
  for (const type of (await discoverEvents()).list()) {
    t.true(type.tag in tags, type.type);
    t.regex(type.description, /^[A-Z].*\.$/, type.type);
    const example = exampleOf(type.data);
    t.truthy(DtoPlan.of(type.data).accept(example), type.type);
    const { keys = [], severity = 1, place } = type.facetsOf(example);
    for (const key of keys) t.regex(key, /^[a-z_]+:[^\s,]+$/, type.type);
    t.true(Number.isInteger(severity) && severity >= 1 && severity <= 5, type.type);
    t.true(place === undefined || (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180), type.type);
    t.true(type.retentionDays >= 30, type.type);
  }
});

test('the example of every visible type satisfies the schema the description has of it', async (t) => {
  const { app } = await serviceFor(t);
  const validator = new DescriptionValidator(app.document);
  for (const { type } of (await discoverEvents()).visible()) {
    const place = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json'];
    const { example } = place.reduce<object>((part, name) => part[name as keyof object] as object, app.document) as { example: object };
    t.deepEqual(validator.errorsAt([...place, 'schema'], example), [], type);
    t.not(validator.errorsAt([...place, 'schema'], { ...example, type: 'another.type' }).length, 0, type);
  }
});

test('a pattern stands for one type, for those below a word, or for every visible one', (t) => {
  const catalogue = new EventCatalogue([
    typeOf('feed.up'),
    typeOf('feed.down'),
    typeOf('feeding.time'),
    typeOf('feed.inner', 'service'),
    typeOf('mine.only', 'owner'),
  ]);
  const cases: Array<[string, string[]]> = [
    ['*', ['feed.down', 'feed.up', 'feeding.time', 'mine.only']],
    ['feed.*', ['feed.down', 'feed.up']],
    ['feed.up', ['feed.up']],
    ['mine.*', ['mine.only']],
    ['feed.inner', []],
    ['feed', []],
    ['fee.*', []],
    ['*.up', []],
    ['feed.up.*', []],
  ];
  for (const [pattern, names] of cases) t.deepEqual(catalogue.matching(pattern), names, pattern);
});

test('two types of one name are refused, and so are a name that is none and a retention too short for recovery', (t) => {
  t.throws(() => new EventCatalogue([typeOf('feed.up'), typeOf('feed.up')]), { message: /named feed\.up/ });
  for (const name of ['feed', 'Feed.up', 'feed.', '.up', 'feed..up', 'feed.up_', 'feed up.x', '1feed.up'])
    t.throws(() => typeOf(name), { message: /no name/ }, name);
  t.throws(() => typeOf('feed.up', 'public', 29), { message: /30 days/ });
  t.is(typeOf('feed.up').retentionDays, 90);
});
