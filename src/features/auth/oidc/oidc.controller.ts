import type { Context } from 'koa';
import { Body, Ctx, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Origin, type RequestOrigin } from '../../../http/caller.js';
import { Reply } from '../../../http/reply.js';
import { SignInResultDto } from '../sign-in/credentials.dto.js';
import { PublicAddress } from '../sign-in/public-address.js';
import { SignInAnswer } from '../sign-in/sign-in-answer.js';
import {
  DeviceAuthorizationDto,
  DeviceTokenRequest,
  ProviderCallback,
  ProviderSignInDto,
  ProviderSignOutDto,
  providerParam,
  SignInProviderDto,
  SignInProviderListDto,
} from './oidc.dto.js';
import { OidcService } from './oidc.service.js';

const refusals = ['account_not_admitted', 'email_taken', 'last_operator', 'mfa_required'] as const;

@Service()
@Public()
@JsonController('/auth/oidc')
export class OidcController {
  constructor(
    private readonly oidc: OidcService,
    private readonly address: PublicAddress,
    private readonly answers: SignInAnswer,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List sign-in providers',
    description: 'Returns the OpenID Connect providers, and which accounts may sign in with a password.',
    returns: SignInProviderListDto,
  })
  async listSignInProviders(): Promise<SignInProviderListDto> {
    const { providers, passwordSignIn } = this.oidc.ways;
    const items = providers.map(SignInProviderDto.from);
    return Object.assign(new SignInProviderListDto(), { items, nextCursor: null, passwordSignIn });
  }

  @Post('/:provider/start')
  @Endpoint({
    summary: 'Start a sign-in at a provider',
    description:
      'Returns the address at the provider (code flow with PKCE), which sends the browser back to ' +
      '`/sign-in/{provider}`. Send the response to `POST /auth/oidc/{provider}/callback` within 10 minutes.',
    returns: ProviderSignInDto,
    params: { provider: providerParam },
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    attempts: 'sign-in',
  })
  async startProviderSignIn(@Param('provider') provider: string, @Ctx() ctx: Context): Promise<ProviderSignInDto> {
    return ProviderSignInDto.from(await this.oidc.start(provider, this.redirectUri(ctx, provider)));
  }

  @Post('/:provider/callback')
  @Endpoint({
    summary: 'Complete a sign-in at a provider',
    description:
      'Verifies the response of the provider and signs in the account that is linked to the identity (issuer and ' +
      'subject). Each sign-in can be completed once, only with the `flowToken` of the browser that started it. The ' +
      'second factor of the account is asked for as after a password.',
    returns: SignInResultDto,
    setsCookie: true,
    params: { provider: providerParam },
    errors: ['not_found', 'invalid_challenge', 'provider_rejected', 'unavailable', 'too_many_attempts', ...refusals],
    attempts: 'sign-in',
  })
  async completeProviderSignIn(
    @Param('provider') provider: string,
    @Body() { flowToken, callbackQuery }: ProviderCallback,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto> {
    return SignInResultDto.from(
      await this.answers.send(ctx, this.oidc.finish(provider, flowToken, callbackQuery, origin)),
    );
  }

  @Post('/:provider/device')
  @Endpoint({
    summary: 'Start a sign-in on a device without a browser',
    description:
      'Returns a code to enter at the provider (device flow, RFC 8628). A provider without this flow returns 404.',
    returns: DeviceAuthorizationDto,
    params: { provider: providerParam },
    errors: ['not_found', 'provider_rejected', 'too_many_attempts', 'unavailable'],
    attempts: 'sign-in',
  })
  async startDeviceSignIn(
    @Param('provider') provider: string,
    @Origin() origin: RequestOrigin,
  ): Promise<DeviceAuthorizationDto> {
    return DeviceAuthorizationDto.from(await this.oidc.startDevice(provider, origin));
  }

  @Post('/:provider/device/token')
  @Endpoint({
    summary: 'Complete a sign-in on a device without a browser',
    description: 'Signs in once the code was confirmed at the provider. Wait `intervalSeconds` between two requests.',
    returns: SignInResultDto,
    setsCookie: true,
    params: { provider: providerParam },
    alsoEmpty: { 202: 'The code was not confirmed yet.' },
    errors: ['not_found', 'invalid_challenge', 'provider_rejected', 'unavailable', 'too_many_attempts', ...refusals],
    attempts: 'key-exchange',
  })
  async completeDeviceSignIn(
    @Param('provider') provider: string,
    @Body() { flowToken }: DeviceTokenRequest,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto | Reply> {
    const signedIn = await this.oidc.finishDevice(provider, flowToken, origin);
    if (signedIn === undefined) return new Reply(null, { status: 202 });
    return SignInResultDto.from(await this.answers.send(ctx, Promise.resolve(signedIn)));
  }

  @Get('/:provider/sign-out')
  @Endpoint({
    summary: 'Get the address for signing out at a provider',
    description:
      'Returns the address at which the browser also ends the session at the provider, which then sends it back to ' +
      'the front page. `POST /auth/logout` ends only the session here.',
    returns: ProviderSignOutDto,
    params: { provider: providerParam },
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    attempts: 'sign-in',
  })
  async getProviderSignOut(@Param('provider') provider: string, @Ctx() ctx: Context): Promise<ProviderSignOutDto> {
    const url = (await this.oidc.signOutUrl(provider, `${this.address.of(ctx)}/`)) ?? null;
    return Object.assign(new ProviderSignOutDto(), { url });
  }

  private redirectUri(ctx: Context, provider: string): string {
    return `${this.address.of(ctx)}/sign-in/${provider}`;
  }
}
