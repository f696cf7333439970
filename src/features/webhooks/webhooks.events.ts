import { Dto, Field } from '../../api/field.js';
import { choice, nullable, text, timestamp, uuid } from '../../api/rules.js';
import { EventType } from '../../events/event-type.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';

@Dto('An endpoint was disabled.')
export class WebhookEndpointDisabledDataDto {
  @Field('Id of the endpoint that was disabled.', uuid(), { example: id })
  endpointId!: string;

  @Field('Host of the endpoint URL.', text(1, 300), { example: 'hooks.example.org' })
  host!: string;

  @Field(
    '`failing`: every attempt in five days failed; `gone`: it returned 410 or, in the format of a chat, 404; ' +
      '`secret_lost`: the service can no longer read its signing secret.',
    choice(['failing', 'gone', 'secret_lost']),
    { example: 'failing' },
  )
  reason!: 'failing' | 'gone' | 'secret_lost';

  @Field('The first failure since the last success (UTC); null without a failure since then.', nullable(timestamp()), {
    example: '2026-11-15T23:15:00.000Z',
  })
  failingSince!: string | null;
}

const disabledWords = {
  failing: 'it failed for five days',
  gone: 'it no longer exists',
  secret_lost: 'its signing secret is lost',
} as const;

export const webhookEndpointDisabled = new EventType({
  type: 'webhook.endpoint_disabled',
  description:
    'The service disabled an endpoint: it failed for five days, returned 410 (a chat also 404), or its signing ' +
    'secret is lost. `POST /webhooks/endpoints/{id}/enable` enables it again; if the secret is lost, rotate it ' +
    'first.',
  data: WebhookEndpointDisabledDataDto,
  subject: 'endpoint:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'webhooks',
  severities: [3],
  title: ({ host, reason }) => `The webhook endpoint at ${host} was disabled: ${disabledWords[reason]}`,
  facets: ({ endpointId }) => ({ keys: [`endpoint:${endpointId}`] }),
});

@Dto('A test event that the owner of an endpoint requested.')
export class WebhookTestDto {
  @Field('Id of the endpoint that is tested.', uuid(), { example: id })
  endpointId!: string;
}

export const webhookTest = new EventType({
  type: 'webhook.test',
  description: 'A test event, sent only to the requested endpoint, regardless of its subscriptions.',
  data: WebhookTestDto,
  subject: 'endpoint:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f',
  audience: 'owner',
  tag: 'webhooks',
  severities: [1],
  title: () => 'Test of a webhook endpoint',
  facets: ({ endpointId }) => ({ keys: [`endpoint:${endpointId}`] }),
});
