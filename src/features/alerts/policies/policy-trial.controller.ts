import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { PolicyTrials } from './policy-trial.service.js';
import { AlertPolicyTrialDto, AlertPolicyTrialRequest } from './trial.dto.js';

@Service()
@Authorized()
@JsonController('/alerts/policies')
export class PolicyTrialController {
  constructor(private readonly trials: PolicyTrials) {}

  @Post('/:id/trial')
  @Endpoint({
    summary: 'Try an alert policy on past alerts',
    description:
      'Returns who would have been notified about alerts that fired in a time, and when, with the policy as it is now, ' +
      'even if it is disabled. Notifies no contact. Alerts count until they were acknowledged or resolved; geofences ' +
      'count as they are now, and snoozes do not count.',
    returns: AlertPolicyTrialDto,
    scope: 'read',
  })
  async tryAlertPolicy(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() range: AlertPolicyTrialRequest,
  ): Promise<AlertPolicyTrialDto> {
    return AlertPolicyTrialDto.from(await this.trials.run(accountId, id, range));
  }
}
