import { Authorized, Body, Get, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import {
  MfaConfirmation,
  MfaStatusDto,
  RecoveryCodesDto,
  recoveryCodesOf,
  TotpConfirmation,
  TotpEnrollment,
  TotpSecretDto,
} from './mfa.dto.js';
import { MfaService } from './mfa.service.js';

@Service()
@Authorized()
@JsonController('/auth/mfa')
export class MfaController {
  constructor(private readonly mfa: MfaService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the status of your second factor',
    description:
      'Returns whether signing in needs a code, whether the service requires it, and the number of recovery ' +
      'codes that are left.',
    returns: MfaStatusDto,
    withoutSecondFactor: true,
  })
  async getMfaStatus(@CurrentCaller() { accountId }: Caller): Promise<MfaStatusDto> {
    const { enabledAt, ...status } = await this.mfa.status(accountId);
    return Object.assign(new MfaStatusDto(), { ...status, enabledAt: enabledAt?.toISOString() ?? null });
  }

  @Post('/totp')
  @Endpoint({
    summary: 'Request a secret for an authenticator app',
    description:
      'Returns a new secret, also as a QR code. The second factor is on once `POST /auth/mfa/totp/confirm` ' +
      'gets a code. Another request replaces a secret that was not confirmed.',
    returns: TotpSecretDto,
    isBoundedElsewhere: true,
    scope: 'session',
    withoutSecondFactor: true,
    errors: ['conflict', 'reauthentication_required', 'too_many_attempts'],
  })
  async enrollTotp(
    @CurrentCaller() caller: Caller,
    @Body() { password }: TotpEnrollment,
    @Origin() origin: RequestOrigin,
  ): Promise<TotpSecretDto> {
    return Object.assign(new TotpSecretDto(), await this.mfa.enroll(caller, password, origin));
  }

  @Post('/totp/confirm')
  @Endpoint({
    summary: 'Turn on the second factor',
    description:
      'Confirms the secret with a code of the app. Returns ten recovery codes, shown only now. All other ' +
      'sessions of the account end.',
    returns: RecoveryCodesDto,
    scope: 'session',
    withoutSecondFactor: true,
    errors: ['conflict'],
  })
  async confirmTotp(
    @CurrentCaller() caller: Caller,
    @Body() { code }: TotpConfirmation,
    @Origin() origin: RequestOrigin,
  ): Promise<RecoveryCodesDto> {
    return recoveryCodesOf(await this.mfa.confirm(caller, code, origin));
  }

  @Post('/passkeys')
  @Endpoint({
    summary: 'Turn on the second factor with passkeys',
    description:
      'Turns on the second factor: a sign-in by password then also needs a passkey. An authenticator app is not ' +
      'needed. Needs at least one passkey. Returns ten recovery codes, shown only now. All other sessions of the ' +
      'account end.',
    returns: RecoveryCodesDto,
    isBoundedElsewhere: true,
    scope: 'session',
    withoutSecondFactor: true,
    errors: ['conflict', 'reauthentication_required', 'too_many_attempts'],
  })
  async enablePasskeyFactor(
    @CurrentCaller() caller: Caller,
    @Body() { password }: TotpEnrollment,
    @Origin() origin: RequestOrigin,
  ): Promise<RecoveryCodesDto> {
    return recoveryCodesOf(await this.mfa.enablePasskeys(caller, password, origin));
  }

  @Post('/disable')
  @Endpoint({
    summary: 'Turn off the second factor',
    description: 'Deletes the secret and all recovery codes. Needs the password and a code.',
    isBoundedElsewhere: true,
    scope: 'session',
    errors: ['conflict', 'reauthentication_required', 'too_many_attempts'],
  })
  async disableMfa(
    @CurrentCaller() caller: Caller,
    @Body() { password, code }: MfaConfirmation,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.mfa.disable(caller, password, code, origin);
  }

  @Post('/recovery-codes')
  @Endpoint({
    summary: 'Replace your recovery codes',
    description:
      'Returns ten new recovery codes, shown only in this response; earlier codes become invalid. Needs the ' +
      'password and a code.',
    returns: RecoveryCodesDto,
    isBoundedElsewhere: true,
    scope: 'session',
    errors: ['conflict', 'reauthentication_required', 'too_many_attempts'],
  })
  async replaceRecoveryCodes(
    @CurrentCaller() caller: Caller,
    @Body() { password, code }: MfaConfirmation,
    @Origin() origin: RequestOrigin,
  ): Promise<RecoveryCodesDto> {
    return recoveryCodesOf(await this.mfa.replaceCodes(caller, password, code, origin));
  }
}
