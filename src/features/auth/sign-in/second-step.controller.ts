import type { Context } from 'koa';
import { Body, Ctx, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Origin, type RequestOrigin } from '../../../http/caller.js';
import { SignInResultDto } from './credentials.dto.js';
import { MfaVerification } from './mfa-verification.dto.js';
import { RefreshService } from './refresh.service.js';
import { RefreshCookie } from './refresh-cookie.js';
import { SecondStepService } from './second-step.service.js';

@Service()
@Public()
@JsonController('/auth/mfa')
export class SecondStepController {
  constructor(
    private readonly steps: SecondStepService,
    private readonly refreshing: RefreshService,
    private readonly cookie: RefreshCookie,
  ) {}

  @Post('/verify')
  @Endpoint({
    summary: 'Complete a sign-in with a code',
    description:
      'Answers the challenge that `POST /auth/login` returned with the problem `mfa_required`. Each code works ' +
      'once. After five wrong codes, or five minutes, sign in again. A recovery code is used up; `GET ' +
      '/auth/mfa` returns the number that is left.',
    returns: SignInResultDto,
    setsCookie: true,
    errors: ['invalid_challenge', 'invalid_code', 'too_many_attempts'],
    attempts: 'sign-in',
  })
  async verifyMfa(
    @Body() { challenge, code }: MfaVerification,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto> {
    const signedIn = await this.steps.verify(challenge, code, origin);
    const former = this.cookie.read(ctx);
    if (former !== undefined) await this.refreshing.endByToken(former);
    this.cookie.write(ctx, signedIn.refreshToken);
    return SignInResultDto.from(signedIn);
  }
}
