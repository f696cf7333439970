import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { AlertRuleChangesDto, AlertRuleDto, AlertRulePageDto, NewAlertRuleDto } from './rule.dto.js';
import { RuleValidationDto } from './rule-validation.dto.js';
import { RuleValidation } from './rule-validation.service.js';
import { RulesService } from './rules.service.js';

@Service()
@Authorized()
@JsonController('/alerts/rules')
export class RulesController {
  constructor(
    private readonly rules: RulesService,
    private readonly validation: RuleValidation,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your alert rules',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: AlertRulePageDto,
  })
  async listAlertRules(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`alert-rules:${accountId}:${order}`, limit, cursor);
    const found = await this.rules.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], AlertRuleDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create an alert rule',
    description:
      'Creates a rule that is evaluated from now on, within a second. A condition that is already true ' +
      'fires at once; `geofence` conditions with `enter` wait for an object to come in. Windows and ' +
      'indicators are filled from stored candles, so that they need not wait. A condition that refers to a ' +
      'missing resource, or to one of another account, returns 422 with a pointer to it.',
    returns: AlertRuleDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable', 'unavailable'],
  })
  async createAlertRule(@CurrentCaller() { accountId }: Caller, @Body() input: NewAlertRuleDto): Promise<Reply> {
    const created = await this.rules.create(accountId, input);
    return Reply.created(AlertRuleDto.from(created), `/api/v1/alerts/rules/${created.id}`);
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

  @Get('/:id')
  @Endpoint({ summary: 'Get an alert rule', description: 'Returns one of your alert rules.', returns: AlertRuleDto })
  async getAlertRule(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.rules.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update an alert rule',
    description:
      'Updates the fields you send; `condition` replaces the whole tree. A changed condition is evaluated at ' +
      'once: an open alert goes on if it is still true, without another notification, and is resolved with ' +
      '`rule_changed` otherwise.',
    returns: AlertRuleDto,
    ifMatch: true,
    errors: ['unprocessable', 'unavailable'],
  })
  async updateAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: AlertRuleChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.rules.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an alert rule',
    description: 'Deletes the rule and resolves its open alerts. Its alerts stay in `GET /alerts`.',
    ifMatch: true,
  })
  async deleteAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.rules.remove(accountId, id, ifMatch);
  }

  @Post('/:id/enable')
  @Endpoint({
    summary: 'Enable an alert rule',
    description: 'Starts the evaluation again, as for a new rule.',
    returns: AlertRuleDto,
    ifMatch: true,
  })
  async enableAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.rules.setEnabled(accountId, id, true, ifMatch));
  }

  @Post('/:id/disable')
  @Endpoint({
    summary: 'Disable an alert rule',
    description: 'Stops the evaluation of the rule and resolves its open alerts.',
    returns: AlertRuleDto,
    ifMatch: true,
  })
  async disableAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.rules.setEnabled(accountId, id, false, ifMatch));
  }

  @Post('/:id/rearm')
  @Endpoint({
    summary: 'Rearm an alert rule',
    description:
      'Arms a one-shot rule that has fired, so that it can fire once more. Changes nothing for an armed rule.',
    returns: AlertRuleDto,
    ifMatch: true,
  })
  async rearmAlertRule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertRuleDto> {
    return AlertRuleDto.from(await this.rules.rearm(accountId, id, ifMatch));
  }
}
