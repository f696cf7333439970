import { EventType } from '../../events/event-type.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, nullable, text, timestamp, uuid } from '../../openapi/rules.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';

@Dto('An endpoint was switched off.')
export class WebhookEndpointDisabledDto {
  @Field('The endpoint.', uuid(), { example: id })
  endpointId!: string;

  @Field('The host of its URL.', text(1, 300), { example: 'hooks.example.org' })
  host!: string;

  @Field('`failing`: every attempt of five days failed; `gone`: it answered 410.', choice(['failing', 'gone']), { example: 'failing' })
  reason!: 'failing' | 'gone';

  @Field('The first failure since the last success (UTC); null when there was none before.', nullable(timestamp()), { example: '2026-11-15T23:15:00.000Z' })
  failingSince!: string | null;
}

export const webhookEndpointDisabled = new EventType({
  type: 'webhook.endpoint_disabled',
  description:
    'Nothing more is delivered to an endpoint, because it failed for five days or said that it is gone. `POST /webhooks/endpoints/{id}/enable` undoes it.',
  data: WebhookEndpointDisabledDto,
  subject: 'endpoint:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'webhooks',
  facets: ({ endpointId }) => ({ keys: [`endpoint:${endpointId}`], severity: 3 }),
});

@Dto('A test that the owner of an endpoint asked for.')
export class WebhookTestDto {
  @Field('The endpoint.', uuid(), { example: id })
  endpointId!: string;
}

export const webhookTest = new EventType({
  type: 'webhook.test',
  description: 'A test, sent only to the endpoint it was asked for, whatever its subscriptions say.',
  data: WebhookTestDto,
  subject: 'endpoint:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'webhooks',
  facets: ({ endpointId }) => ({ keys: [`endpoint:${endpointId}`] }),
});
