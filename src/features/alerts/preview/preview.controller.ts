import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { NewAlertRuleDto } from '../rules/rule.dto.js';
import { RuleEvaluationDto } from './preview.dto.js';
import { PreviewService } from './preview.service.js';

@Service()
@Authorized()
@JsonController('/alerts/rules')
export class PreviewController {
  constructor(private readonly preview: PreviewService) {}

  @Post('/preview')
  @Endpoint({
    summary: 'Preview an alert rule',
    description:
      'Evaluates a rule against current data and shows the value of every leaf and its distance to the ' +
      'threshold. Stores nothing.',
    returns: RuleEvaluationDto,
    scope: 'read',
    errors: ['unprocessable', 'unavailable'],
  })
  async previewAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Body() input: NewAlertRuleDto,
  ): Promise<RuleEvaluationDto> {
    return RuleEvaluationDto.from(await this.preview.preview(accountId, input));
  }

  @Get('/:id/evaluation')
  @Endpoint({
    summary: 'Get the evaluation of an alert rule',
    description:
      'Shows the last value of every leaf, its distance to the threshold, and the state of the rule, also by ' +
      'vessel and aircraft.',
    returns: RuleEvaluationDto,
    errors: ['unavailable'],
    granted: 'read',
  })
  async getAlertRuleEvaluation(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<RuleEvaluationDto> {
    return RuleEvaluationDto.from(await this.preview.evaluation(accountId, id));
  }
}
