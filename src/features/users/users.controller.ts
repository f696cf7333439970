import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { Authorized, Body, Ctx, Delete, Get, JsonController, Patch } from 'routing-controllers';
import { Service } from 'typedi';
import type { PreferenceChanges } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { UserDto } from '../../accounts/user.dto.js';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { contentTag, IfMatch } from '../../http/entity-tag.js';
import { Reply } from '../../http/reply.js';
import { AccountExportDto, writtenExport } from './account-export.dto.js';
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
  @Endpoint({
    summary: 'Get your account',
    description: 'Returns the account of the access token.',
    returns: UserDto,
    withoutSecondFactor: true,
  })
  async getProfile(@CurrentCaller() caller: Caller): Promise<UserDto> {
    return UserDto.from(await this.accounts.get(caller.accountId));
  }

  @Patch('')
  @Endpoint({
    summary: 'Update your account',
    description: 'Updates the fields you send. Change the password with `POST /auth/password`.',
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
      'Deletes permanently the account and everything it owns, and ends its sessions. Export data that ' +
      'should be kept first. Without the current password, or with a wrong one, the response is 400; wrong ' +
      'ones count for the sign-in limits.',
    errors: ['last_operator', 'too_many_attempts'],
    emptyBody: true,
    scope: 'session',
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
  @Endpoint({
    summary: 'Get your preferences',
    description: 'Returns all preferences; unset ones have their default.',
    returns: PreferencesDto,
  })
  async getPreferences(@CurrentCaller() caller: Caller): Promise<PreferencesDto> {
    return PreferencesDto.from(await this.accounts.get(caller.accountId));
  }

  @Patch('/preferences')
  @Endpoint({
    summary: 'Update your preferences',
    description:
      'Updates the preferences you send; null restores the default. Deleting the default watchlist also resets it.',
    returns: PreferencesDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async updatePreferences(
    @CurrentCaller() caller: Caller,
    @Body() changes: PreferenceChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<PreferencesDto> {
    return PreferencesDto.from(await this.preferences.change(caller.accountId, changes as PreferenceChanges, ifMatch));
  }

  @Get('/usage')
  @Endpoint({
    summary: 'Get your usage',
    description: 'Returns the current use of your limits, including this request.',
    returns: AccountUsageDto,
  })
  async getUsage(@CurrentCaller() caller: Caller, @Ctx() ctx: Context): Promise<AccountUsageDto> {
    return AccountUsageDto.from(await this.usage.read(caller, ctx));
  }

  @Get('/export')
  @Endpoint({
    summary: 'Export your account',
    description:
      'Returns all stored data of the account as one JSON document, written as it is read: if that fails, the ' +
      'connection ends before the document does. An account runs one export at a time. The document has ' +
      'profile, preferences, sessions, audit entries and events (the newest 10,000 each), subscriptions, ' +
      'webhook endpoints and personal keys without secrets, watchlists, pins and geofences.',
    returns: AccountExportDto,
    errors: ['conflict'],
    // Requires a session, because the export contains the data of all scopes.
    scope: 'session',
  })
  async exportAccount(@CurrentCaller() caller: Caller, @Origin() origin: RequestOrigin): Promise<Reply> {
    const exported = await this.exports.begin(caller, origin);
    const body = Readable.from(writtenExport(exported), { objectMode: false });
    body.once('close', exported.end);
    // The ETag is unique, because no two exports are equal: each contains its time.
    return new Reply(body, {
      type: 'application/json; charset=utf-8',
      headers: { ETag: contentTag(origin.requestId) },
    });
  }
}
