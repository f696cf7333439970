import { Dto, Field } from '../../../../api/field.js';
import { choice, uuid } from '../../../../api/rules.js';
import type { ContactChannel } from './channel.js';

@Dto('One of your webhook endpoints: also Slack, Discord and Teams, by the format of the endpoint.')
export class ContactByWebhook {
  @Field('`webhook`.', choice(['webhook']), { example: 'webhook' })
  channel!: 'webhook';

  @Field('Id of the endpoint.', uuid())
  endpointId!: string;
}

/** The event `alert.notified` names the endpoint, whose deliveries have their own rate and retries. */
export const webhookChannel: ContactChannel<ContactByWebhook> = {
  name: 'webhook',
  settings: ContactByWebhook,
  pace: { intervalMs: 0, burst: 1 },
  addressOf: ({ endpointId }) => `endpoint ${endpointId}`,
};
