import { Authorized, Body, Get, JsonController, Patch } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OperatorSettingChangesDto, OperatorSettingsDto } from './settings.dto.js';
import { SettingsAdministration } from './settings-administration.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsAdministration) {}

  @Get('')
  @Endpoint({
    summary: 'List the settings',
    description:
      'Lists the settings that operators can change while the service runs, with their values and bounds. ' +
      'Other settings need a restart.',
    returns: OperatorSettingsDto,
  })
  async listSettings(): Promise<OperatorSettingsDto> {
    return OperatorSettingsDto.from(await this.settings.read());
  }

  @Patch('')
  @Endpoint({
    summary: 'Update settings',
    description:
      'Applies in every process within a second, without a restart, and is kept across restarts. Null restores ' +
      'the value of the configuration. The old and the new values are recorded in the audit record.',
    returns: OperatorSettingsDto,
    ifMatch: true,
  })
  async updateSettings(
    @CurrentCaller() operator: Caller,
    @Body() changes: OperatorSettingChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<OperatorSettingsDto> {
    return OperatorSettingsDto.from(
      await this.settings.change(operator, OperatorSettingChangesDto.valuesOf(changes), origin, ifMatch),
    );
  }
}
