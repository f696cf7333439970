import { Components, schemaReference } from '../api/components.js';
import { Defects } from '../api/defects.js';
import { exampleOf } from '../api/examples.js';
import { ordered } from '../api/ordering.js';
import type { DtoClass, Schema } from '../api/rules.js';

/** A kind of event which is delivered to webhooks. */
export interface WebhookDescription {
  /** `alert.firing`: the event's `type` and the key in the document. */
  type: string;
  /** Types of one family, which share their data class, are described together. */
  family?: string;
  /** When it is sent and what it means, in one sentence or two. */
  description: string;
  /** The event's `data`: a DTO class, or a schema with an example. */
  data: DtoClass | { schema: Schema; example: unknown };
  /** An example of its `subject`; none when it has none. */
  subject?: string;
  /** The severities it can have, ascending. */
  severities: readonly number[];
  /** An example of the data of a DTO class that other kinds share. Default: composed from its fields. */
  example?: object;
  /** The severity of the example. Default: the least. */
  severityOfExample?: number;
  /** The title of the example. */
  titleOfExample: string;
  /** Folder of the feature it comes from. */
  tag: string;
}

const text = (description: string, example: string, extra: Schema = {}): Schema => ({
  type: 'string',
  maxLength: 500,
  ...extra,
  description,
  examples: [example],
});

/**
 * The CloudEvents 1.0 envelope of an event type, or of several `types` with the same data. `reference` says how a class
 * is referred to.
 */
export function envelopeSchema(
  { type, description, data, subject, severities, severityOfExample, titleOfExample }: WebhookDescription,
  reference: (dto: DtoClass) => Schema,
  types: readonly string[] = [type],
): Schema {
  const properties = {
    specversion: { type: 'string', enum: ['1.0'], description: 'Version of CloudEvents.' },
    id: text('Identifier of the event (UUIDv7), the same on every channel.', '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', {
      format: 'uuid',
      maxLength: 36,
    }),
    source: text('The deployment: its public address and `/api/v1`.', 'https://watch.example.org/api/v1', {
      format: 'uri-reference',
    }),
    type:
      types.length > 1
        ? { type: 'string', enum: types, description: 'Event type. More types may be added.', 'x-extensible': true }
        : { type: 'string', enum: types, description: 'Event type.' },
    ...(subject === undefined ? {} : { subject: text('The entity or symbol that the event is about.', subject) }),
    time: text('Time of the event (UTC).', '2026-11-20T23:15:00.000Z', { format: 'date-time', maxLength: 35 }),
    severity: {
      ...{
        type: 'integer',
        format: 'int32',
        minimum: severities[0],
        maximum: severities.at(-1),
        examples: [severityOfExample ?? severities[0]],
      },
      description: 'Severity from 1 (minor) to 5 (critical).',
    },
    title: text(
      'Title of the event: one line of plain words. The text may change; use `type` and `data` in programs.',
      titleOfExample,
      { maxLength: 300 },
    ),
    data: { ...(typeof data === 'function' ? reference(data) : data.schema), description: 'Event data, by type.' },
  };
  return ordered({
    type: 'object',
    description,
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, ordered(schema)])),
    required: ['specversion', 'id', 'source', 'type', 'time', 'severity', 'title', 'data'],
  });
}

/** A whole event of its kind, composed from the examples of its fields. */
export function envelopeExample(webhook: WebhookDescription, envelope: Schema): Record<string, unknown> {
  const sent = typeof webhook.data === 'function' ? (webhook.example ?? exampleOf(webhook.data)) : webhook.data.example;
  const shown = Object.entries(envelope.properties as Record<string, Schema>).map(
    ([key, { enum: values, examples }]) => [key, key === 'data' ? sent : ((values ?? examples) as unknown[])[0]],
  );
  return Object.fromEntries(shown);
}

/** Every class within, under its own name in `$defs`. */
const inDefs = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'));

/**
 * Returns the envelope of one event type as a self-contained JSON Schema 2020-12, with an example that satisfies it.
 * @throws DescriptionError for data that no schema describes
 */
export function standaloneEnvelope(webhook: WebhookDescription): { schema: Schema; example: Record<string, unknown> } {
  const defects = new Defects();
  const components = new Components(defects);
  if (typeof webhook.data === 'function') components.use(webhook.data, 'response');
  const envelope = envelopeSchema(webhook, schemaReference);
  const $defs = components.schemas();
  defects.refuse();
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...envelope,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
  return { schema: inDefs(schema), example: envelopeExample(webhook, envelope) };
}
