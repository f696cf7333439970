import { type Components, componentName, schemaReference } from '../api/components.js';
import type { Defects } from '../api/defects.js';
import { descriptionOf } from '../api/field.js';
import type { Operation, Parameter, PathItem, Response } from '../api/open-api-document.js';
import { ordered, sorted } from '../api/ordering.js';
import type { DtoClass, Schema } from '../api/rules.js';
import { tags } from '../api/tags.js';
import { envelopeExample, envelopeSchema, type WebhookDescription } from '../events/event-envelope.js';

const delivery =
  'Delivered at least once, in any order: respond with 2xx within 15 seconds and deduplicate by `webhook-id`. ' +
  'Other responses, including redirects, are ' +
  'failures: there are 8 attempts over 27 h 35 min. Events larger than 20 KB have no `data`; read them at ' +
  '`dataref`. Signed by Standard Webhooks ' +
  '(https://www.standardwebhooks.com).';

/** Headers of a delivery (Standard Webhooks), as `components.parameters`. */
export const webhookParameters: Record<string, Parameter> = {
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
    description: 'Id of the event; the same in every attempt.',
    schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[\\u0021-\\u007e]+$' },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    example: 1795216560,
    description: 'Time of this attempt in Unix seconds. Reject messages older than five minutes.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253402300799 },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    description:
      'HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` in Base64 with the prefix `v1,`; several, ' +
      'separated by spaces, while a secret is rotated.',
    schema: { type: 'string', minLength: 1, maxLength: 1000, pattern: '^v1,[ -~]+$' },
  },
};

/** Responses of a receiver, as `components.responses`. */
export const webhookResponses: Record<string, Response> = {
  WebhookReceived: { description: 'Received. The body is not read.' },
  WebhookRedirected: { description: 'Failed: redirects are not followed. The delivery is retried.' },
  WebhookRefused: {
    description: 'Failed. The delivery is retried. 410 disables the endpoint. 429 may set `Retry-After`.',
  },
  WebhookFailed: { description: 'Failed. The delivery is retried. 503 may set `Retry-After`.' },
};

const responses = Object.fromEntries(
  Object.keys(webhookResponses).map(
    (name, index) => [`${index + 2}XX`, { $ref: `#/components/responses/${name}` }] as const,
  ),
);

/** Name of the component with the properties of every delivered event. */
const COMMON = 'WebhookEvent';
const common = ['specversion', 'id', 'source', 'time'];

/**
 * Returns the schema of the properties that all envelopes have in common, and of the URL that replaces the data of an
 * event too long for a webhook.
 */
function commonSchema({ properties, required }: Schema): Schema {
  const dataref = ordered({
    type: 'string',
    format: 'uri-reference',
    maxLength: 2100,
    description:
      'URL of the whole event, readable with an access token of the account. Present only when `data` is ' +
      'absent: for events larger than 20 KB.',
    examples: ['https://watch.example.org/api/v1/timeline/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'],
  });
  const shared = Object.fromEntries(Object.entries(properties as Schema).filter(([name]) => common.includes(name)));
  return ordered({
    type: 'object',
    description: 'The CloudEvents 1.0 envelope of every event.',
    properties: { ...shared, dataref },
    required: (required as string[]).filter((name) => common.includes(name)),
  });
}

/** Returns the schema of the envelope as delivered, which refers to the common properties. */
function delivered(envelope: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(envelope.properties as Schema).filter(([name]) => !common.includes(name)),
  );
  const required = (envelope.required as string[]).filter((name) => name !== 'data' && name in properties);
  return ordered({ ...envelope, properties, required, allOf: [{ $ref: `#/components/schemas/${COMMON}` }] });
}

const pascal = (type: string) => type.replace(/(?:^|[._-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** A described webhook: one event type, or all types of a family. */
interface DescribedWebhook {
  /** Key in `webhooks`: the family, or the type. */
  name: string;
  /** For a family: its first type, with the description and the severities of all its types. */
  webhook: WebhookDescription;
  types: readonly string[];
}

function together(family: string, webhooks: readonly [WebhookDescription, ...WebhookDescription[]]): DescribedWebhook {
  const [first] = webhooks;
  if (typeof first.data !== 'function' || webhooks.some(({ data }) => data !== first.data))
    throw new Error(`the types of ${family} have no data class in common`);
  const description = `${descriptionOf(first.data)} The types are described at \`GET /api/v1/subscriptions/event-types\`.`;
  const severities = [...new Set(webhooks.flatMap((webhook) => webhook.severities))].sort((a, b) => a - b);
  return {
    name: family,
    webhook: {
      ...first,
      description,
      severities,
      severityOfExample: first.severityOfExample,
      titleOfExample: first.titleOfExample,
    },
    types: webhooks.map(({ type }) => type),
  };
}

function described(webhooks: readonly WebhookDescription[]): DescribedWebhook[] {
  const families = Map.groupBy(webhooks, ({ family, type }) => family ?? type);
  return [...families].map(([name, members]) => {
    const [first, ...others] = members as [WebhookDescription, ...WebhookDescription[]];
    return first.family === undefined
      ? { name, webhook: first, types: [first.type] }
      : together(name, [first, ...others]);
  });
}

function operation({ name, webhook, types }: DescribedWebhook, components: Components): Operation {
  const isFamily = webhook.family !== undefined;
  const component = `${isFamily ? componentName(webhook.data as DtoClass) : pascal(name)}Event`;
  const envelope = envelopeSchema(webhook, schemaReference, types);
  components.addShared(COMMON, commonSchema(envelope));
  components.add(component, delivered(envelope));
  return {
    operationId: `on${pascal(name)}`,
    summary: isFamily ? `${name}.*` : name,
    description: `${webhook.description} ${delivery}`,
    tags: [tags[webhook.tag]?.name ?? webhook.tag],
    security: [],
    parameters: Object.keys(webhookParameters).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: {
      description: `The event as a CloudEvents 1.0 envelope.`,
      required: true,
      content: {
        'application/cloudevents+json': {
          schema: { $ref: `#/components/schemas/${component}` },
          example: envelopeExample(webhook, envelope),
        },
      },
    },
    responses,
  };
}

/** Returns the `webhooks` of the document, by event type or by family. */
export function webhooksOf(
  webhooks: readonly WebhookDescription[],
  components: Components,
  defects: Defects,
): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  const types = new Set<string>();
  for (const { type, data, tag } of webhooks) {
    if (typeof data === 'function') components.use(data, 'response');
    if (types.has(type)) defects.add(`two webhooks are of the type ${type}`);
    types.add(type);
    if (!tags[tag]) defects.add(`webhook ${type}: the folder ${tag} has no file that ends in .tag.ts`);
  }
  defects.attempt(() => {
    for (const webhook of described(webhooks)) items[webhook.name] = { post: operation(webhook, components) };
  }, 'webhooks');
  return sorted(items);
}
