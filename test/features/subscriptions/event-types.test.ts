import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import { EventLog } from '../../../src/events/event-log.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { serviceFor } from '../../support/service-for.js';

test('every event type visible to accounts is listed, and no internal one', async (t) => {
  const { signedIn, services } = await serviceFor(t);
  const { items } = (await (await signedIn()).get('/subscriptions/event-types')).json;
  const names = items.map(({ type }: { type: string }) => type);
  t.deepEqual(
    names,
    services
      .get(EventCatalog)
      .visible()
      .map(({ type }) => type),
  );
  t.true(names.includes('feed.status_changed'));
  t.false(names.includes('subscription.changed'));
});

test('the schema of each type is self-contained, its example satisfies it, and other events do not', async (t) => {
  const { signedIn } = await serviceFor(t);
  const { items } = (await (await signedIn()).get('/subscriptions/event-types')).json;
  for (const { type, schema, example, description } of items) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    t.true(validate(example), `${type}: ${JSON.stringify(validate.errors)}`);
    t.is(example.type, type);
    t.is(schema.description, description);
    t.false(validate({ ...example, type: 'other.type' }), type);
    t.false(validate({ ...example, data: 1 }), type);
    t.notRegex(JSON.stringify(schema), /#\/components/);
  }
});

test('delivered events satisfy the schema of their type', async (t) => {
  const { signedIn, services, settle } = await serviceFor(t);
  const ada = await signedIn();
  await services.get(EventLog).append(feedStatusChanged, {
    data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null },
    subject: 'feed:ais',
  });
  await settle();
  const [event] = (await ada.get('/timeline')).json.items;
  const { items } = (await ada.get('/subscriptions/event-types')).json;
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const { schema } = items.find(({ type }: { type: string }) => type === event.type);
  t.true(ajv.validate(schema, event), JSON.stringify(ajv.errors));
});
