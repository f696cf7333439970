import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AlertRuleDto } from './rule.dto.js';
import { RulesService } from './rules.service.js';

/** Exports the alert rules of an account. */
@Service()
export class AlertRulesData extends AccountData {
  readonly section = 'alertRules';
  readonly description = "The account's own alert rules, with their conditions.";
  readonly item = AlertRuleDto;

  constructor(private readonly rules: RulesService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.rules.list(accountId, this.maxItems)).map(AlertRuleDto.from);
  }
}
