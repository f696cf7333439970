import type { Context } from 'koa';
import { Authorized, Body, Ctx, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { UserDto } from '../../../accounts/user.dto.js';
import { ByRefreshCookie, Endpoint, Public } from '../../../api/endpoint.js';
import { Problem } from '../../../api/problem.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { idempotencyKeyOf } from '../../../http/idempotency/idempotency-key.js';
import { Reply } from '../../../http/reply.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Credentials, PasswordChangeDto, Registration, SignInResultDto } from './credentials.dto.js';
import { CrossSiteGuard } from './cross-site-guard.js';
import { PasswordService } from './password.service.js';
import { RefreshService } from './refresh.service.js';
import { RefreshCookie } from './refresh-cookie.js';
import { RegistrationService } from './registration.service.js';
import { SignInMetrics } from './sign-in.metrics.js';
import { SignInService } from './sign-in.service.js';

@Service()
@JsonController('/auth')
export class AuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly refreshing: RefreshService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionsService,
    private readonly cookie: RefreshCookie,
    private readonly crossSite: CrossSiteGuard,
    private readonly metrics: SignInMetrics,
  ) {}

  @Post('/login')
  @Public()
  @Endpoint({
    summary: 'Sign in',
    description:
      'Returns an access token valid for 15 minutes and sets the refresh cookie `svc_refresh`, valid for 14 ' +
      'days. The session of a refresh cookie in the request ends. After five failures within 15 minutes the ' +
      'account must wait. For an account with a second factor the response is 401 `mfa_required` with a ' +
      '`challenge`, which `POST /auth/mfa/verify` takes together with a code.',
    returns: SignInResultDto,
    setsCookie: true,
    isBoundedElsewhere: true,
    errors: ['invalid_credentials', 'mfa_required', 'too_many_attempts', 'password_sign_in_closed'],
    attempts: 'sign-in',
  })
  async login(
    @Body() credentials: Credentials,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto> {
    const { email, password } = credentials;
    return this.answer(
      ctx,
      await this.metrics.count(this.signIn.signIn(email, password, origin, this.cookie.read(ctx))),
    );
  }

  @Post('/refresh')
  @ByRefreshCookie()
  @Endpoint({
    summary: 'Refresh the access token',
    description:
      'Exchanges the refresh cookie for a new cookie and a new access token. Reuse of an old cookie ends the session.',
    returns: SignInResultDto,
    setsCookie: true,
    errors: ['refresh_invalid', 'refresh_reused', 'cross_site_request'],
  })
  async refresh(@Ctx() ctx: Context, @Origin() origin: RequestOrigin): Promise<SignInResultDto> {
    this.crossSite.check(ctx);
    try {
      return this.answer(ctx, await this.refreshing.refresh(this.cookie.read(ctx), origin));
    } catch (error) {
      // The cookie is removed only if its session has ended; if a store is unavailable, the cookie is still valid.
      if (error instanceof Problem && error.status === 401) this.cookie.clear(ctx);
      throw error;
    }
  }

  @Post('/logout')
  @ByRefreshCookie()
  @Endpoint({
    summary: 'Sign out',
    description:
      'Ends the session of the refresh cookie and clears the cookie. Also succeeds without a cookie or with an ' +
      'expired one.',
    setsCookie: true,
    errors: ['cross_site_request'],
  })
  async logout(@Ctx() ctx: Context): Promise<void> {
    this.crossSite.check(ctx);
    const token = this.cookie.read(ctx);
    if (token !== undefined) await this.refreshing.endByToken(token);
    this.cookie.clear(ctx);
  }

  @Post('/logout-all')
  @Authorized()
  @Endpoint({
    summary: 'Sign out everywhere',
    description:
      'Ends every session of the account, including this one, and clears the refresh cookie. Personal keys stay valid.',
    setsCookie: true,
    withoutSecondFactor: true,
  })
  async logoutAll(@CurrentCaller() caller: Caller, @Ctx() ctx: Context): Promise<void> {
    await this.sessions.endEverywhere(caller.accountId);
    this.cookie.clear(ctx);
  }

  @Post('/register')
  @Public()
  @Endpoint({
    summary: 'Register an account',
    description:
      'Creates an account; sign in afterwards. Registration is open or closed by configuration (closed in ' +
      'production by default). With an `Idempotency-Key`, repeating the registration from the same address ' +
      'within 24 hours returns the created account; otherwise a known address is 409 `email_taken`.',
    returns: UserDto,
    status: 201,
    isBoundedElsewhere: true,
    idempotent: true,
    errors: ['email_taken', 'registration_closed', 'too_many_attempts'],
    attempts: 'registration',
  })
  async register(
    @Body() registration: Registration,
    @Origin() origin: RequestOrigin,
    @Ctx() ctx: Context,
  ): Promise<Reply> {
    const { account, replayed } = await this.registration.register(registration, origin, idempotencyKeyOf(ctx));
    if (replayed) ctx.set('Idempotency-Replayed', 'true');
    return Reply.created(UserDto.from(account), '/api/v1/users/me');
  }

  @Post('/password')
  @Authorized()
  @Endpoint({
    summary: 'Change your password',
    description:
      'Ends every session of the account and starts a new one for this caller: the response contains its ' +
      'access token and sets its refresh cookie. Personal keys stay valid.',
    returns: SignInResultDto,
    setsCookie: true,
    isBoundedElsewhere: true,
    scope: 'session',
    withoutSecondFactor: true,
    errors: ['too_many_attempts'],
  })
  async changePassword(
    @CurrentCaller() caller: Caller,
    @Body() change: PasswordChangeDto,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto> {
    return this.answer(ctx, await this.passwords.change(caller, change.currentPassword, change.newPassword, origin));
  }

  private answer(ctx: Context, signedIn: SignedIn): SignInResultDto {
    this.cookie.write(ctx, signedIn.refreshToken);
    return SignInResultDto.from(signedIn);
  }
}
