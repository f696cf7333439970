import type { Context } from 'koa';
import { Authorized, Body, Ctx, Delete, Get, JsonController, Patch } from 'routing-controllers';
import { Service } from 'typedi';
import type { PreferenceChanges } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { UserDto } from '../../accounts/user.dto.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { IfMatch } from '../../http/entity-tag.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { AccountExportDto } from './account-export.dto.js';
import { AccountExportService } from './account-export.service.js';
import { PreferenceChangesDto, PreferencesDto } from './preferences.dto.js';
import { PreferencesService } from './preferences.service.js';
import { AccountDeletionDto, ProfileChangesDto } from './profile.dto.js';
import { ProfileService } from './profile.service.js';
import { AccountUsageDto } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@Service()
@Authorized()
@JsonController('/users/me')
export class UsersController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly profile: ProfileService,
    private readonly preferences: PreferencesService,
    private readonly usage: UsageService,
    private readonly exports: AccountExportService,
  ) {}

  @Get('')
  @Endpoint({ summary: 'Read your account', description: 'The account the access token belongs to.', returns: UserDto })
  async getProfile(@CurrentCaller() caller: Caller): Promise<UserDto> {
    return UserDto.from(await this.accounts.get(caller.accountId));
  }

  @Patch('')
  @Endpoint({
    summary: 'Change your account',
    description: 'Changes the fields that are sent. The password has an operation of its own, `POST /auth/password`.',
    returns: UserDto,
    ifMatch: true,
    errors: ['email_taken'],
  })
  async updateProfile(
    @CurrentCaller() caller: Caller,
    @Body() changes: ProfileChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<UserDto> {
    return UserDto.from(await this.profile.change(caller.accountId, changes, origin, ifMatch));
  }

  @Delete('')
  @Endpoint({
    summary: 'Delete your account',
    description:
      'Deletes the account and everything it owns, and ends its sessions, at once and for good. Export first what should be kept. The current password is needed: without it, or with a wrong one, the answer is 400, and wrong ones count towards the limits of sign-ins.',
    errors: ['last_operator', 'too_many_attempts'],
    emptyBody: true,
    ifMatch: true,
  })
  async deleteAccount(
    @CurrentCaller() caller: Caller,
    @Body() { currentPassword }: AccountDeletionDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.profile.remove(caller.accountId, currentPassword, origin, ifMatch);
  }

  @Get('/preferences')
  @Endpoint({ summary: 'Read your preferences', description: 'Every preference, with its default where none was chosen.', returns: PreferencesDto })
  async getPreferences(@CurrentCaller() caller: Caller): Promise<PreferencesDto> {
    return PreferencesDto.from(await this.accounts.get(caller.accountId));
  }

  @Patch('/preferences')
  @Endpoint({
    summary: 'Change your preferences',
    description: 'Changes the preferences that are sent; null returns one to its default. Deleting the default watchlist does so too.',
    returns: PreferencesDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async updatePreferences(@CurrentCaller() caller: Caller, @Body() changes: PreferenceChangesDto, @IfMatch() ifMatch?: string): Promise<PreferencesDto> {
    return PreferencesDto.from(await this.preferences.change(caller.accountId, changes as PreferenceChanges, ifMatch));
  }

  @Get('/usage')
  @Endpoint({ summary: 'Read your usage', description: 'What of your limits is used right now. This request counts too.', returns: AccountUsageDto })
  async getUsage(@CurrentCaller() caller: Caller, @Ctx() ctx: Context): Promise<AccountUsageDto> {
    return AccountUsageDto.from(await this.usage.read(caller, ctx));
  }

  @Get('/export')
  @Endpoint({
    summary: 'Export your account',
    description:
      'Everything kept about the account, in one JSON document: profile, preferences, sessions, recorded activity and its own events (of both the newest 10,000), subscriptions, webhook endpoints without their secrets, watchlists, pins and geofences.',
    returns: AccountExportDto,
  })
  async exportAccount(@CurrentCaller() caller: Caller, @Origin() origin: RequestOrigin): Promise<AccountExportDto> {
    return AccountExportDto.from(await this.exports.collect(caller, origin));
  }
}
