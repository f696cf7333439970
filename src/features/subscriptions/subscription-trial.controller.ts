import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { SubscriptionTrialDto, SubscriptionTrialRequest } from './subscription-trial.dto.js';
import { SubscriptionTrials } from './subscription-trial.service.js';

@Service()
@Authorized()
@JsonController('/subscriptions')
export class SubscriptionTrialController {
  constructor(
    private readonly trials: SubscriptionTrials,
    private readonly envelopes: EventEnvelopes,
  ) {}

  @Post('/trial')
  @Endpoint({
    summary: 'Try a selection of events on the log',
    description:
      'Returns how many of the latest events of some types a filter matches, with examples, before a subscription is ' +
      'saved. Each condition is also counted alone, which shows the one that excludes too much. Stores and delivers ' +
      'nothing.',
    returns: SubscriptionTrialDto,
    scope: 'read',
    errors: ['unprocessable'],
  })
  async trySubscription(
    @CurrentCaller() { accountId }: Caller,
    @Body() { limit, ...selection }: SubscriptionTrialRequest,
  ): Promise<SubscriptionTrialDto> {
    return SubscriptionTrialDto.from(await this.trials.run(accountId, selection, limit), this.envelopes);
  }
}
