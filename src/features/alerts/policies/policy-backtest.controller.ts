import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { AlertPolicyBacktestDto, AlertPolicyBacktestRequest } from './policy-backtest.dto.js';
import { PolicyBacktests } from './policy-backtest.service.js';

@Service()
@Authorized()
@JsonController('/alerts/policies')
export class PolicyBacktestController {
  constructor(private readonly backtests: PolicyBacktests) {}

  @Post('/:id/backtest')
  @Endpoint({
    summary: 'Backtest an alert policy',
    description:
      'Returns who would have been notified about the alerts of a period, and when, with the policy as it is now, ' +
      'even if it is disabled. Notifies no contact. Alerts count until they were acknowledged or resolved; geofences ' +
      'count as they are now, and snoozes do not count.',
    returns: AlertPolicyBacktestDto,
    scope: 'read',
  })
  async backtestAlertPolicy(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() range: AlertPolicyBacktestRequest,
  ): Promise<AlertPolicyBacktestDto> {
    return AlertPolicyBacktestDto.from(await this.backtests.run(accountId, id, range));
  }
}
