import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { NewRuleRobustness, RobustnessDto } from './robustness.dto.js';
import { RuleRobustnesses } from './robustness.service.js';

@Service()
@Authorized()
@JsonController('/alerts/rules')
export class RobustnessController {
  constructor(private readonly robustness: RuleRobustnesses) {}

  @Post('/robustness')
  @Endpoint({
    summary: 'Evaluate alert rules without feeds',
    description:
      'Evaluates your rules again over the last days, as a backtest does, and once more without the data that each ' +
      'feed alone carried: which alerts would be missing, late or wrong if the feed had failed. Vessels and aircraft ' +
      'are attributed to the feeds that had a report in the same coverage cell and hour (`GET /geospatial/coverage`), ' +
      'events and articles to the feed of their provider at that time, and prices to the configured feeds of their ' +
      'symbol. Data that several feeds carried counts as safe. `unjudged` names the conditions whose data cannot be ' +
      'attributed; their alerts are not judged. Publishes nothing.',
    returns: RobustnessDto,
    status: 200,
    scope: 'read',
    errors: ['not_found', 'unavailable', 'overloaded'],
  })
  async evaluateAlertRuleRobustness(
    @CurrentRequester() requester: Requester,
    @Body() request: NewRuleRobustness,
  ): Promise<RobustnessDto> {
    return RobustnessDto.from(await this.robustness.assess(requester, request));
  }
}
