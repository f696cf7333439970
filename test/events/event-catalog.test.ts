import 'reflect-metadata';
import test from 'ava';
import { exampleOf } from '../../src/api/examples.js';
import { tags } from '../../src/api/tags.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { EventType } from '../../src/events/event-type.js';
import type { GeoEventChangedDto } from '../../src/features/geospatial/events/geo-event.events.js';
import { detectionTypes, geoEventTypes } from '../../src/features/geospatial/geo-event.js';
import { DtoPlan } from '../../src/http/validation/dto-plan.js';
import { discoverFeatures } from '../../src/process/discover.js';
import { FeedStatusChangedDto } from '../../src/upstream/feed.events.js';
import { DescriptionValidator } from '../support/description-validator.js';
import { serviceFor } from '../support/service-for.js';

const ofTheWorld = Object.fromEntries(
  geoEventTypes.map((type) => [`geo_event.${type}`, { audience: 'public' as const, severities: [1, 2, 3, 4, 5] }]),
);

/** The audience of each event type and the severities of its events. A new type must be added here. */
const known: Record<string, { audience: 'public' | 'owner' | 'service'; severities: number[] }> = {
  'account.ceiling_reached': { audience: 'owner', severities: [2] },
  'account.recovery_code_used': { audience: 'owner', severities: [3] },
  'ai.briefing': { audience: 'owner', severities: [1] },
  'alert.acknowledged': { audience: 'owner', severities: [2, 3, 4] },
  'alert.acted': { audience: 'service', severities: [1] },
  'alert.digest': { audience: 'owner', severities: [2, 3, 4] },
  'alert.firing': { audience: 'owner', severities: [2, 3, 4] },
  'alert.notified': { audience: 'owner', severities: [2, 3, 4] },
  'alert.resolved': { audience: 'owner', severities: [2, 3, 4] },
  'alert.snoozed': { audience: 'owner', severities: [2, 3, 4] },
  'alert_rule.changed': { audience: 'service', severities: [1] },
  'announcement.published': { audience: 'public', severities: [1, 3, 4] },
  'encounter.ended': { audience: 'public', severities: [1, 3] },
  'encounter.started': { audience: 'public', severities: [1, 3] },
  'feed.status_changed': { audience: 'public', severities: [1, 2, 3] },
  'filing.published': { audience: 'public', severities: [1] },
  'flow.line_unusual': { audience: 'owner', severities: [2, 3] },
  'flow.unusual': { audience: 'public', severities: [2, 3] },
  ...ofTheWorld,
  'geofence.dwelled': { audience: 'owner', severities: [2] },
  'geofence.entered': { audience: 'owner', severities: [2] },
  'geofence.exited': { audience: 'owner', severities: [2] },
  'holding.ended': { audience: 'public', severities: [2] },
  'holding.started': { audience: 'public', severities: [2] },
  'insider.traded': { audience: 'public', severities: [1] },
  'market.closed': { audience: 'public', severities: [1] },
  'market.dividend': { audience: 'public', severities: [1] },
  'market.dividend_declared': { audience: 'public', severities: [1] },
  'market.earnings_reported': { audience: 'public', severities: [1] },
  'market.opened': { audience: 'public', severities: [1] },
  'market.price_moved': { audience: 'public', severities: [1, 2, 3, 4, 5] },
  'market.sources_disagree': { audience: 'public', severities: [2] },
  'market.split': { audience: 'public', severities: [3] },
  'news.breaking': { audience: 'public', severities: [2] },
  'news.cluster_growing': { audience: 'public', severities: [2, 3, 4] },
  'news.feed_published': { audience: 'owner', severities: [1] },
  'news.published': { audience: 'public', severities: [1] },
  'release.published': { audience: 'public', severities: [1] },
  'sanctions.match': { audience: 'owner', severities: [4] },
  'session.new_device': { audience: 'owner', severities: [2] },
  'session.reuse_detected': { audience: 'owner', severities: [4] },
  'subscription.changed': { audience: 'service', severities: [1] },
  'timeline.note': { audience: 'owner', severities: [1, 2, 3, 4, 5] },
  'webhook.endpoint_disabled': { audience: 'owner', severities: [3] },
  'webhook.test': { audience: 'owner', severities: [1] },
};

const typeOf = (type: string, audience: 'public' | 'owner' | 'service' = 'public', retentionDays?: number) =>
  new EventType({
    type,
    description: '.',
    data: FeedStatusChangedDto,
    audience,
    severities: [1],
    tag: 'health',
    retentionDays,
  });

test('the event types have the expected audiences and severities', async (t) => {
  const types = (await discoverFeatures()).catalogue.list();
  t.deepEqual(
    Object.fromEntries(types.map((type) => [type.type, { audience: type.audience, severities: type.severities }])),
    known,
  );
});

test('every type has a tag, a description, and an example that can be appended', async (t) => {
  for (const type of (await discoverFeatures()).catalogue.list()) {
    t.true(type.tag in tags, type.type);
    t.regex(type.description, /^[A-Z].*\.$/, type.type);
    const example = type.example ?? exampleOf(type.data);
    t.truthy(DtoPlan.of(type.data).accept(example), type.type);
    const { keys = [], severity, place } = type.facetsOf(example);
    for (const key of keys) t.regex(key, /^[a-z_]+:[^\s,]+$/, type.type);
    t.true(type.severities.includes(severity), type.type);
    t.true(place === undefined || (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180), type.type);
    t.true(type.retentionDays >= 30, type.type);
  }
});

test('the example of every visible type satisfies its schema in the OpenAPI description', async (t) => {
  const { catalogue } = await discoverFeatures();
  const service = await serviceFor(t);
  const validator = new DescriptionValidator(service.app.document);
  const { items } = (await (await service.signedIn()).get('/subscriptions/event-types')).json;
  t.deepEqual(
    items.map(({ type }: { type: string }) => type).sort(),
    catalogue
      .visible()
      .map(({ type }) => type)
      .sort(),
  );
  for (const { type, example } of items) {
    const webhook = catalogue.get(type)?.family ?? type;
    const schema = ['webhooks', webhook, 'post', 'requestBody', 'content', 'application/cloudevents+json', 'schema'];
    t.deepEqual(validator.errorsAt(schema, example), [], type);
    t.not(validator.errorsAt(schema, { ...example, type: 'another.type' }).length, 0, type);
  }
});

test('every type has a different example', async (t) => {
  const examples = new Map<string, string>();
  for (const type of (await discoverFeatures()).catalogue.list()) {
    const example = JSON.stringify(type.example ?? exampleOf(type.data));
    t.is(examples.get(example), undefined, `${type.type} has the example of another type`);
    examples.set(example, type.type);
  }
});

test('the example of a geospatial event has its own type, and its subject is the event that it contains', async (t) => {
  const { catalogue } = await discoverFeatures();
  for (const name of geoEventTypes) {
    const { example, subject } = catalogue.get(`geo_event.${name}`) as EventType<GeoEventChangedDto>;
    t.is(example?.type, name);
    t.is(subject, `geo_event:${example?.eventId}`);
    t.true((detectionTypes as readonly string[]).includes(name) === (example?.provider === 'detector'), name);
  }
});

test('the severities of a type are ascending integers from 1 to 5, and its events have no other severity', (t) => {
  const severities = (...list: number[]) => {
    const facets = ({ feed }: FeedStatusChangedDto) => ({ severity: Number(feed) });
    return new EventType({
      type: 'feed.up',
      description: '.',
      data: FeedStatusChangedDto,
      audience: 'public',
      tag: 'health',
      severities: list as [number, ...number[]],
      facets,
    });
  };
  for (const list of [[0], [6], [1.5], [2, 1], [1, 1]])
    t.throws(() => severities(...list), { message: /whole numbers from 1 to 5/ }, String(list));
  const data = (feed: string) => ({ feed, provider: 'simulator', status: 'ok', previousStatus: null });
  t.is(severities(1, 4).facetsOf(data('4')).severity, 4);
  t.throws(() => severities(1, 4).facetsOf(data('3')), { message: /no severity 3/ });
});

test('a pattern matches one type, all types below a segment, or every visible type', (t) => {
  const catalogue = new EventCatalog([
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

test('a duplicate type name, an invalid name and a retention too short for recovery are rejected', (t) => {
  t.throws(() => new EventCatalog([typeOf('feed.up'), typeOf('feed.up')]), { message: /named feed\.up/ });
  for (const name of ['feed', 'Feed.up', 'feed.', '.up', 'feed..up', 'feed.up_', 'feed up.x', '1feed.up'])
    t.throws(() => typeOf(name), { message: /no name/ }, name);
  t.throws(() => typeOf('feed.up', 'public', 29), { message: /30 days/ });
  t.is(typeOf('feed.up').retentionDays, 90);
});
