import { Components, schemaReference } from '../api/components.js';
import { Defects } from '../api/defects.js';
import { exampleOf } from '../api/examples.js';
import { ordered } from '../api/ordering.js';
import type { DtoClass, Schema } from '../api/rules.js';

/** An event type that is delivered to webhooks, for the API description. */
export interface WebhookDescription {
  /** The event's `type`, such as `alert.firing`, which is also the key in the document. */
  type: string;
  /** Types of one family have the same data class and are described by one webhook. */
  family?: string;
  /** Cause and meaning of the event, in one or two sentences. */
  description: string;
  /** The event's `data`: a DTO class, or a schema with an example. */
  data: DtoClass | { schema: Schema; example: unknown };
  /** Example of the event's `subject`; undefined for types without a subject. */
  subject?: string;
  /** Severities that the events can have, ascending. */
  severities: readonly number[];
  /** Example of the data, for a DTO class that several types use. Default: composed from the examples of its fields. */
  example?: object;
  /** Severity of the example. Default: the lowest. */
  severityOfExample?: number;
  titleOfExample: string;
  /** Folder of the feature that the type belongs to. */
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
 * Returns the schema of the CloudEvents 1.0 envelope of an event type, or of several `types` with the same data.
 * `reference` returns the `$ref` to a class.
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
        : { type: 'string', enum: types, description: 'Type of the event; it decides the fields of `data`.' },
    ...(subject === undefined ? {} : { subject: text('The entity or symbol that the event is about.', subject) }),
    time: text('Time of the event (UTC).', '2026-11-20T23:15:00.000Z', { format: 'date-time', maxLength: 35 }),
    severity: {
      type: 'integer',
      format: 'int32',
      minimum: severities[0],
      maximum: severities.at(-1),
      examples: [severityOfExample ?? severities[0]],
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

/** Returns a complete example event, composed from the examples of its fields. */
export function envelopeExample(webhook: WebhookDescription, envelope: Schema): Record<string, unknown> {
  const sent = typeof webhook.data === 'function' ? (webhook.example ?? exampleOf(webhook.data)) : webhook.data.example;
  const shown = Object.entries(envelope.properties as Record<string, Schema>).map(
    ([key, { enum: values, examples }]) => [key, key === 'data' ? sent : ((values ?? examples) as unknown[])[0]],
  );
  return Object.fromEntries(shown);
}

/** Changes references to component schemas into references to `$defs`. */
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
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...envelope, $defs };
  return { schema: inDefs(schema), example: envelopeExample(webhook, envelope) };
}
