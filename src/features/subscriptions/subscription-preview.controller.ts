import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { SubscriptionPreviewDto, SubscriptionPreviewRequest } from './subscription-preview.dto.js';
import { SubscriptionPreviews } from './subscription-preview.service.js';

@Service()
@Authorized()
@JsonController('/subscriptions')
export class SubscriptionPreviewController {
  constructor(
    private readonly previews: SubscriptionPreviews,
    private readonly envelopes: EventEnvelopes,
  ) {}

  @Post('/preview')
  @Endpoint({
    summary: 'Preview a subscription',
    description:
      'Returns how many of the latest events of some types a filter matches, with examples, before a subscription is ' +
      'saved. Each condition is also counted alone, which shows the one that excludes too much. Stores and delivers ' +
      'nothing.',
    returns: SubscriptionPreviewDto,
    scope: 'read',
    errors: ['unprocessable'],
  })
  async previewSubscription(
    @CurrentCaller() { accountId }: Caller,
    @Body() { limit, ...selection }: SubscriptionPreviewRequest,
  ): Promise<SubscriptionPreviewDto> {
    return SubscriptionPreviewDto.from(await this.previews.run(accountId, selection, limit), this.envelopes);
  }
}
