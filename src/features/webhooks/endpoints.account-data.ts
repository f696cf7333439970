import { Service } from 'typedi';
import { AccountData } from '../../accounts/account-data.js';
import type { Caller } from '../../http/caller.js';
import { DeliveryRepository } from './delivery.repository.js';
import { WebhookEndpointDto } from './endpoint.dto.js';
import { EndpointsService } from './endpoints.service.js';

/** Exports the webhook endpoints of an account, and deletes their deliveries with the account. */
@Service()
export class EndpointsData extends AccountData {
  readonly section = 'webhookEndpoints';
  readonly description = 'Webhook endpoints of the account, without secrets.';
  readonly item = WebhookEndpointDto;

  constructor(
    private readonly endpoints: EndpointsService,
    private readonly deliveries: DeliveryRepository,
  ) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.endpoints.list(accountId, this.maxItems)).map(WebhookEndpointDto.from);
  }

  /** Deliveries are deleted first, in batches, because one statement for all of them could exceed its time limit. */
  override removeSome(accountId: string, limit: number): Promise<number> {
    return this.deliveries.removeSomeOf(accountId, limit);
  }
}
