import type { Context } from 'koa';
import { Authorized, Body, Ctx, Delete, Get, JsonController, Param, Patch, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { IfMatch } from '../../../http/entity-tag.js';
import type { Page } from '../../../http/page.js';
import { Reauthentication } from '../credentials/reauthentication.js';
import { PublicAddress } from '../sign-in/public-address.js';
import {
  NewPasskey,
  PasskeyChallengeDto,
  PasskeyChanges,
  PasskeyConfirmation,
  PasskeyDto,
  PasskeyPageDto,
} from './passkey.dto.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import { PasskeysService } from './passkeys.service.js';

@Service()
@Authorized()
@JsonController('/auth/passkeys')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly signIn: PasskeySignIn,
    private readonly reauthentication: Reauthentication,
    private readonly address: PublicAddress,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your passkeys',
    description: 'Returns your passkeys, the oldest first, on one page.',
    returns: PasskeyPageDto,
    withoutSecondFactor: true,
  })
  async listPasskeys(@CurrentCaller() { accountId }: Caller): Promise<Page<object>> {
    return { items: (await this.passkeys.list(accountId)).map(PasskeyDto.from), nextCursor: null };
  }

  @Post('/registration')
  @Endpoint({
    summary: 'Request a challenge for a new passkey',
    description:
      'Returns the options for `navigator.credentials.create`. Needs the password, or a sign-in within the last ten ' +
      'minutes. Send the response to `POST /auth/passkeys/registration/verify` within 5 minutes.',
    returns: PasskeyChallengeDto,
    scope: 'session',
    withoutSecondFactor: true,
    isBoundedElsewhere: true,
    errors: ['reauthentication_required', 'too_many_attempts'],
    attempts: 'sign-in',
  })
  async startPasskeyRegistration(
    @CurrentCaller() caller: Caller,
    @Body() { password }: PasskeyConfirmation,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<PasskeyChallengeDto> {
    await this.reauthentication.confirm(caller, password, origin);
    return PasskeyChallengeDto.from(await this.signIn.startRegistration(caller, this.address.of(ctx)));
  }

  @Post('/registration/verify')
  @Endpoint({
    summary: 'Add a passkey',
    description: 'Verifies the response of the authenticator and adds the passkey. An account has at most 20.',
    returns: PasskeyDto,
    scope: 'session',
    withoutSecondFactor: true,
    errors: ['unprocessable', 'conflict'],
  })
  async addPasskey(
    @CurrentCaller() caller: Caller,
    @Body() { flowToken, name, credential }: NewPasskey,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<PasskeyDto> {
    const answer = { flowToken, name, response: credential };
    return PasskeyDto.from(await this.signIn.finishRegistration(caller, answer, this.address.of(ctx), origin));
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a passkey',
    description: 'Returns one of your passkeys.',
    returns: PasskeyDto,
  })
  async getPasskey(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<PasskeyDto> {
    return PasskeyDto.from(await this.passkeys.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Rename a passkey',
    description: 'Updates the name.',
    returns: PasskeyDto,
    ifMatch: true,
    scope: 'session',
  })
  async updatePasskey(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { name }: PasskeyChanges,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<PasskeyDto> {
    return PasskeyDto.from(await this.passkeys.rename(accountId, id, name, ifMatch, origin));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Remove a passkey',
    description:
      'Deletes the passkey, which can no longer sign in. Sessions that it started continue. The last way to sign in, ' +
      'and ' +
      'the only second factor, cannot be removed.',
    ifMatch: true,
    scope: 'session',
    errors: ['conflict'],
  })
  async removePasskey(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.passkeys.remove(accountId, id, ifMatch, origin);
  }
}
