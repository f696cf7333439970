import type { Components } from './components.js';
import type { Defects } from './defects.js';
import type { DtoClass } from './endpoint.js';
import { exampleOf } from './examples.js';
import type { Operation, Parameter, PathItem } from './open-api-document.js';
import { ordered, sorted } from './ordering.js';
import type { Schema } from './rules.js';
import { tags } from './tags.js';

/** A kind of event which is delivered to webhooks. */
export interface WebhookDescription {
  /** `alert.fired`: the event's `type` and the key in the document. */
  type: string;
  /** When it is sent and what it means, in one sentence or two. */
  description: string;
  /** The event's `data`: a DTO class, or a schema with an example. */
  data: DtoClass | { schema: Schema; example: unknown };
  /** Folder of the feature it comes from. */
  tag: string;
}

const delivery =
  'Delivered at least once, in any order: answer 2xx within 10 seconds, and recognise repeats by `webhook-id`. ' +
  'Anything else is tried again, 8 attempts over 27 h 35 min. Signed by Standard Webhooks (https://www.standardwebhooks.com).';

const signed: Parameter[] = [
  {
    ...{ name: 'webhook-id', in: 'header', required: true, example: 'msg_01980a6e5f3c7c1a9b523a8f64d2e901' },
    description: 'Identifier of the delivery, the same in every attempt.',
    schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[\\u0021-\\u007e]+$' },
  },
  {
    ...{ name: 'webhook-timestamp', in: 'header', required: true, example: 1795216560 },
    description: 'When this attempt was made, in Unix seconds. Refuse what is older than five minutes.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253402300799 },
  },
  {
    ...{ name: 'webhook-signature', in: 'header', required: true, example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
    description:
      'HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` in Base64, `v1,` in front; several, with spaces between, while a secret is rotated.',
    schema: { type: 'string', minLength: 1, maxLength: 1000, pattern: '^v1,[ -~]+$' },
  },
];

const text = (description: string, example: string, extra: Schema = {}): Schema => ({
  ...{ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$' },
  ...extra,
  ...{ description, examples: [example] },
});

/** The CloudEvents 1.0 envelope of one kind of event. */
function envelope({ type, description }: WebhookDescription, data: Schema): Schema {
  const properties = {
    specversion: { type: 'string', enum: ['1.0'], description: 'Version of CloudEvents.' },
    id: text('Identifier of the event (UUIDv7), the same on every channel.', '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', { format: 'uuid', maxLength: 36 }),
    source: text('Where it comes from, relative to this service.', '/api/v1', { format: 'uri-reference' }),
    type: { type: 'string', enum: [type], description: 'What happened.' },
    subject: text('What it happened to.', 'vessel:219024336'),
    time: text('When it happened, in UTC.', '2026-11-20T23:15:00.000Z', { format: 'date-time', maxLength: 35 }),
    data: { ...data, description: 'What the event says, by its type.' },
  };
  return ordered({
    type: 'object',
    description,
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, ordered(schema)])),
    required: ['specversion', 'id', 'source', 'type', 'time', 'data'],
  });
}

const pascal = (type: string) => type.replace(/(?:^|[._-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

function operation(webhook: WebhookDescription, components: Components): Operation {
  const isClass = typeof webhook.data === 'function';
  const data = isClass ? components.reference(webhook.data as DtoClass, 'response') : (webhook.data as { schema: Schema }).schema;
  const name = `${pascal(webhook.type)}Event`;
  const schema = envelope(webhook, data as unknown as Schema);
  components.add(name, schema);
  const sent = isClass ? exampleOf(webhook.data as DtoClass) : (webhook.data as { example: unknown }).example;
  const shown = Object.entries(schema.properties as Record<string, Schema>).map(([key, { enum: values, examples }]) => [
    key,
    key === 'data' ? sent : ((values ?? examples) as unknown[])[0],
  ]);
  return {
    operationId: `on${pascal(webhook.type)}`,
    summary: webhook.type,
    description: `${webhook.description} ${delivery}`,
    tags: [tags[webhook.tag]?.name ?? webhook.tag],
    security: [],
    parameters: signed,
    requestBody: {
      description: `The event \`${webhook.type}\` as a CloudEvents 1.0 envelope.`,
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example: Object.fromEntries(shown) } },
    },
    responses: {
      '2XX': { description: 'Received. The body is not read.' },
      '4XX': { description: 'Not received; it is tried again. 410 switches the endpoint off.' },
    },
  };
}

/** `webhooks`, by event type. */
export function webhooksOf(webhooks: readonly WebhookDescription[], components: Components, defects: Defects): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  for (const webhook of webhooks) {
    if (typeof webhook.data === 'function') components.use(webhook.data, 'response');
    if (items[webhook.type]) defects.add(`two webhooks are of the type ${webhook.type}`);
    if (!tags[webhook.tag]) defects.add(`webhook ${webhook.type}: the folder ${webhook.tag} has no tag in tags.ts`);
    defects.attempt(() => {
      items[webhook.type] = { post: operation(webhook, components) };
    }, `webhook ${webhook.type}`);
  }
  return sorted(items);
}
