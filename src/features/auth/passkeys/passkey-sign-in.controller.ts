import type { Context } from 'koa';
import { Body, Ctx, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Origin, type RequestOrigin } from '../../../http/caller.js';
import { SignInResultDto } from '../sign-in/credentials.dto.js';
import { PublicAddress } from '../sign-in/public-address.js';
import { SignInAnswer } from '../sign-in/sign-in-answer.js';
import { PasskeyAssertion, PasskeyChallengeDto, PasskeySignInStart } from './passkey.dto.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';

@Service()
@Public()
@JsonController('/auth/passkeys/sign-in')
export class PasskeySignInController {
  constructor(
    private readonly signIn: PasskeySignIn,
    private readonly address: PublicAddress,
    private readonly answers: SignInAnswer,
  ) {}

  @Post('')
  @Endpoint({
    summary: 'Request a challenge for signing in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`. Send the response to `POST ' +
      '/auth/passkeys/sign-in/verify` ' +
      'within 5 minutes. With the `challenge` of the problem `mfa_required`, the passkey is the second factor.',
    returns: PasskeyChallengeDto,
    errors: ['invalid_challenge', 'conflict', 'too_many_attempts'],
    attempts: 'sign-in',
  })
  async startPasskeySignIn(
    @Body() { challenge }: PasskeySignInStart,
    @Ctx() ctx: Context,
  ): Promise<PasskeyChallengeDto> {
    return PasskeyChallengeDto.from(await this.signIn.start(this.address.of(ctx), challenge));
  }

  @Post('/verify')
  @Endpoint({
    summary: 'Sign in with a passkey',
    description:
      'Verifies the response of the authenticator. A passkey that signs in alone must verify its user (by a ' +
      'fingerprint, a face or a PIN), and replaces password and second factor.',
    returns: SignInResultDto,
    setsCookie: true,
    errors: ['invalid_challenge', 'invalid_passkey', 'too_many_attempts'],
    attempts: 'sign-in',
  })
  async completePasskeySignIn(
    @Body() { flowToken, credential }: PasskeyAssertion,
    @Ctx() ctx: Context,
    @Origin() origin: RequestOrigin,
  ): Promise<SignInResultDto> {
    const answer = { flowToken, response: credential };
    const signedIn = this.signIn.finish(answer, this.address.of(ctx), origin);
    return SignInResultDto.from(await this.answers.send(ctx, signedIn));
  }
}
