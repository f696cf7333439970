import type { Context } from 'koa';
import { Authorized, Body, Ctx, Delete, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import type { Page } from '../../../http/page.js';
import { Reauthentication } from '../credentials/reauthentication.js';
import { PublicAddress } from '../sign-in/public-address.js';
import { IdentitiesService } from './identities.service.js';
import {
  IdentityDto,
  IdentityLinkCallback,
  IdentityLinkStart,
  IdentityPageDto,
  ProviderSignInDto,
} from './oidc.dto.js';
import { OidcService } from './oidc.service.js';

@Service()
@Authorized()
@JsonController('/auth/identities')
export class IdentitiesController {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly oidc: OidcService,
    private readonly reauthentication: Reauthentication,
    private readonly address: PublicAddress,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your identities at providers',
    description: 'Returns the identities that sign in to your account, the oldest first, on one page.',
    returns: IdentityPageDto,
    withoutSecondFactor: true,
  })
  async listIdentities(@CurrentCaller() { accountId }: Caller): Promise<Page<object>> {
    return { items: (await this.identities.list(accountId)).map(IdentityDto.from), nextCursor: null };
  }

  @Post('/link/start')
  @Endpoint({
    summary: 'Start linking an identity',
    description:
      'Returns the address at the provider. Complete the linking with the same session: `POST ' +
      '/auth/identities/link`. ' +
      'Needs the password, or a sign-in within the last ten minutes.',
    returns: ProviderSignInDto,
    scope: 'session',
    isBoundedElsewhere: true,
    errors: ['not_found', 'reauthentication_required', 'too_many_attempts', 'unavailable'],
    attempts: 'sign-in',
  })
  async startIdentityLink(
    @CurrentCaller() caller: Caller,
    @Body() { provider, password }: IdentityLinkStart,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<ProviderSignInDto> {
    await this.reauthentication.confirm(caller, password, origin);
    const redirectUri = `${this.address.of(ctx)}/sign-in/${provider}`;
    return ProviderSignInDto.from(await this.oidc.start(provider, redirectUri, caller));
  }

  @Post('/link')
  @Endpoint({
    summary: 'Link an identity to your account',
    description:
      'Verifies the response of the provider and lets the identity sign in to your account. Only the session that ' +
      'started the linking can complete it, once.',
    returns: IdentityDto,
    scope: 'session',
    errors: ['not_found', 'unprocessable', 'conflict', 'too_many_attempts', 'unavailable'],
    attempts: 'sign-in',
  })
  async linkIdentity(
    @CurrentCaller() caller: Caller,
    @Body() { provider, flowToken, callbackQuery }: IdentityLinkCallback,
    @Origin() origin: RequestOrigin,
  ): Promise<IdentityDto> {
    return IdentityDto.from(await this.oidc.link(caller, provider, flowToken, callbackQuery, origin));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Unlink an identity',
    description: 'Deletes the identity, which can no longer sign in. Sessions that it started continue.',
    scope: 'session',
    errors: ['conflict'],
  })
  async unlinkIdentity(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.identities.unlink(accountId, id, origin);
  }
}
