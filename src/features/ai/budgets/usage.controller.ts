import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { Budgets } from './budgets.service.js';
import { AiUsage } from './usage.dto.js';

@Service()
@Authorized()
@JsonController('/ai/usage')
export class UsageController {
  constructor(private readonly budgets: Budgets) {}

  @Get('')
  @Endpoint({
    summary: 'Get your AI usage',
    description:
      'Returns model tokens and answers of your account by UTC day, and the limits that apply. The built-in ' +
      'composer uses no tokens.',
    returns: AiUsage,
  })
  async getAiUsage(@CurrentCaller() { accountId }: Caller): Promise<AiUsage> {
    return AiUsage.from(await this.budgets.report(accountId));
  }
}
