import { type Components, schemaReference } from './components.js';
import type { Defects } from './defects.js';
import { envelopeExample, envelopeSchema, type WebhookDescription } from './event-envelope.js';
import type { Operation, Parameter, PathItem } from './open-api-document.js';
import { ordered, sorted } from './ordering.js';
import type { Schema } from './rules.js';
import { tags } from './tags.js';

const delivery =
  'Delivered at least once, in any order: answer 2xx within 15 seconds, and recognise repeats by `webhook-id`. ' +
  'Any other answer, a redirect too, or none is a failure: there are 8 attempts over 27 h 35 min. ' +
  'An event of more than 20 KB comes without `data`: read it at `dataref`. Signed by Standard Webhooks (https://www.standardwebhooks.com).';

const signed: Parameter[] = [
  {
    ...{ name: 'webhook-id', in: 'header', required: true, example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' },
    description: 'Id of the event; the same in every attempt.',
    schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[\\u0021-\\u007e]+$' },
  },
  {
    ...{ name: 'webhook-timestamp', in: 'header', required: true, example: 1795216560 },
    description: 'Time of this attempt in Unix seconds. Reject messages older than five minutes.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253402300799 },
  },
  {
    ...{ name: 'webhook-signature', in: 'header', required: true, example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
    description:
      'HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` in Base64 with the prefix `v1,`; several, separated by spaces, while a secret is rotated.',
    schema: { type: 'string', minLength: 1, maxLength: 1000, pattern: '^v1,[ -~]+$' },
  },
];

/** As it is delivered: of an event too long for a webhook only what tells where to read it. */
function delivered(envelope: Schema): Schema {
  const dataref = ordered({
    ...{ type: 'string', format: 'uri-reference', maxLength: 2100, pattern: '^[^\\u0000]*$' },
    description: 'URL of the whole event, readable with an access token of the account. Present only when `data` is absent: for events larger than 20 KB.',
    examples: ['https://watch.example.org/api/v1/timeline/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  });
  const required = (envelope.required as string[]).filter((name) => name !== 'data');
  return ordered({ ...envelope, properties: { ...(envelope.properties as Schema), dataref }, required });
}

const pascal = (type: string) => type.replace(/(?:^|[._-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

function operation(webhook: WebhookDescription, components: Components): Operation {
  const name = `${pascal(webhook.type)}Event`;
  const envelope = envelopeSchema(webhook, schemaReference);
  components.add(name, delivered(envelope));
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
      content: { 'application/cloudevents+json': { schema: { $ref: `#/components/schemas/${name}` }, example: envelopeExample(webhook, envelope) } },
    },
    responses: {
      '2XX': { description: 'Received; the body is ignored.' },
      '3XX': { description: 'Not received: redirects are not followed. The delivery is retried.' },
      '4XX': { description: 'Not received; the delivery is retried. 410 disables the endpoint; 429 may set `Retry-After`.' },
      '5XX': { description: 'Not received; the delivery is retried. 503 may set `Retry-After`.' },
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
