import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { NewRuleBacktestDto, RuleBacktestDto } from './backtest.dto.js';
import { RuleBacktests } from './backtest.service.js';

@Service()
@Authorized()
@JsonController('/alerts/rules')
export class BacktestController {
  constructor(private readonly backtests: RuleBacktests) {}

  @Post('/backtest')
  @Endpoint({
    summary: 'Backtest an alert rule',
    description:
      'Evaluates a rule against stored candles, positions, geofence transitions and events, with the same evaluation as live rules, and returns the alerts that it would have had. Publishes nothing. ' +
      'Prices come from candles of a minute: open, low, high and close, or open, high, low and close when the candle falls, so the time within a minute is estimated. `missing` lists what was not stored.',
    returns: RuleBacktestDto,
    status: 200,
    scope: 'read',
    errors: ['not_found', 'unprocessable', 'unavailable', 'overloaded'],
  })
  async backtestAlertRule(@CurrentRequester() requester: Requester, @Body() request: NewRuleBacktestDto): Promise<RuleBacktestDto> {
    return RuleBacktestDto.from(await this.backtests.run(requester, request));
  }
}
