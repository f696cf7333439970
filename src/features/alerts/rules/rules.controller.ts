import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { AlertRuleChangesDto, AlertRuleDto, AlertRulePageDto, NewAlertRuleDto } from './rule.dto.js';
import { RuleValidationDto } from './rule-validation.dto.js';
import { RuleValidation } from './rule-validation.service.js';
import { RulesService } from './rules.records.js';

const path = '/alerts/rules';

@Service()
@Authorized()
@JsonController(path)
export class RulesController extends OwnedController<RulesService> {
  constructor(
    rules: RulesService,
    private readonly validation: RuleValidation,
    cursors: CursorCodec,
  ) {
    super(rules, cursors, { path, list: 'alert-rules', from: AlertRuleDto.from });
  }

  @ListOwned({ summary: 'List your alert rules', returns: AlertRulePageDto })
  listAlertRules(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create an alert rule',
    description:
      'Creates a rule that is evaluated from now on, within a second. A condition that is already true ' +
      'fires at once; `geofence` conditions with `enter` wait for an object to come in. Windows and ' +
      'indicators are filled from stored candles, so that they need not wait. A condition that refers to a ' +
      'missing resource, or to one of another account, returns 422 with a pointer to it.',
    returns: AlertRuleDto,
    errors: ['unprocessable', 'unavailable'],
  })
  createAlertRule(caller: Caller, input: NewAlertRuleDto) {
    return this.created(caller, input);
  }

  @Post('/validate')
  @Endpoint({
    summary: 'Check an alert rule',
    description:
      'Returns the rule in plain words, and what is wrong with it, as pointers into the rule. Stores nothing. ' +
      'A body without the form of a rule returns 400.',
    returns: RuleValidationDto,
    scope: 'read',
    errors: ['unavailable'],
  })
  async validateAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Body() input: NewAlertRuleDto,
  ): Promise<RuleValidationDto> {
    return RuleValidationDto.from(await this.validation.validate(accountId, input));
  }

  @GetOwned({
    summary: 'Get an alert rule',
    description: 'Returns one of your alert rules.',
    returns: AlertRuleDto,
    granted: 'read',
  })
  getAlertRule(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update an alert rule',
    description:
      'Updates the fields you send; `condition` replaces the whole tree. A changed condition is evaluated at ' +
      'once: an open alert continues if it is still true, without another notification, and is resolved with ' +
      '`rule_changed` otherwise.',
    returns: AlertRuleDto,
    ifMatch: true,
    errors: ['unprocessable', 'unavailable'],
  })
  updateAlertRule(caller: Caller, id: string, changes: AlertRuleChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete an alert rule',
    description: 'Deletes the rule and resolves its open alerts. Its alerts stay in `GET /alerts`.',
  })
  deleteAlertRule(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }

  @Post('/:id/enable')
  @Endpoint({
    summary: 'Enable an alert rule',
    description: 'Starts the evaluation again, as for a new rule.',
    returns: AlertRuleDto,
    ifMatch: true,
    granted: 'write',
  })
  async enableAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.records.setEnabled(accountId, id, true, ifMatch));
  }

  @Post('/:id/disable')
  @Endpoint({
    summary: 'Disable an alert rule',
    description: 'Stops the evaluation of the rule and resolves its open alerts.',
    returns: AlertRuleDto,
    ifMatch: true,
    granted: 'write',
  })
  async disableAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.records.setEnabled(accountId, id, false, ifMatch));
  }

  @Post('/:id/rearm')
  @Endpoint({
    summary: 'Rearm an alert rule',
    description:
      'Arms a one-shot rule that has fired, so that it can fire once more. Changes nothing for an armed rule.',
    returns: AlertRuleDto,
    ifMatch: true,
    granted: 'write',
  })
  async rearmAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.records.rearm(accountId, id, ifMatch));
  }
}
