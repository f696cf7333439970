import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, nullable, optional, text, timestamp } from '../../../api/rules.js';
import { RECOVERY_CODE_COUNT } from '../second-factor/recovery-code.js';
import { codeRule } from '../sign-in/mfa-verification.dto.js';

const password = () => text(1, 128);
const methods = ['totp', 'passkey'];
const words = 'correct horse battery staple';

@Dto('The second factor of an account.')
export class MfaStatusDto {
  @Field('True when signing in needs a code.', flag(), { example: true })
  enabled!: boolean;

  @Field('True when the operator of the service requires a second factor of this account.', flag(), { example: false })
  required!: boolean;

  @Field('Time since which it is on (UTC); null when it is off.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  enabledAt!: string | null;

  @Field('Number of recovery codes that were not used.', integer(0, RECOVERY_CODE_COUNT), { example: 10 })
  recoveryCodeCount!: number;

  @Field(
    'Second factors that are accepted: a code of the app (`totp`), a passkey, or both; empty when it is off.',
    list({ ...choice(methods), schema: { ...choice(methods).schema, 'x-extensible': true } }, 10),
    { example: ['totp', 'passkey'] },
  )
  methods!: string[];
}

const passwordText = 'The password. An account without one may omit it within ten minutes after the sign-in.';

@Dto('Your password, to confirm your identity.')
export class TotpEnrollment {
  @Field(passwordText, optional(password()), { example: words })
  password?: string;
}

@Dto('A secret for an authenticator app, shown only in this response. It takes effect once a code confirms it.')
export class TotpSecretDto {
  @Field('The secret in base32, to type in.', text(32, 32, /^[A-Z2-7]{32}$/), {
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  secret!: string;

  @Field(
    'The `otpauth` URI that holds the secret, for authenticator apps: SHA-1, 6 digits, 30 seconds.',
    text(1, 2000),
    {
      example:
        'otpauth://totp/Watchfloor:ada%40watchfloor.test?issuer=Watchfloor&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    },
  )
  uri!: string;

  @Field('The URI as a QR code (SVG).', text(1, 500_000), { example: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  qrSvg!: string;
}

@Dto('A code of the authenticator app.')
export class TotpConfirmation {
  @Field('The six digits that the app shows.', text(6, 6, /^[0-9]{6}$/), { example: '492039' })
  code!: string;
}

@Dto('Password and code, to confirm your identity.')
export class MfaConfirmation {
  @Field(passwordText, optional(password()), { example: words })
  password?: string;

  @Field('The six digits of the authenticator app, or a recovery code (each works once).', codeRule(), {
    example: '492039',
  })
  code!: string;
}

@Dto('Recovery codes, shown only in this response. Each replaces a code of the app once.')
export class RecoveryCodesDto {
  @Field(
    'The codes; earlier ones are no longer valid.',
    list(text(19, 19, /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/), RECOVERY_CODE_COUNT),
    {
      example: ['7K2M-9QXR-4TVB-H8ND'],
    },
  )
  recoveryCodes!: string[];
}

export const recoveryCodesOf = (recoveryCodes: string[]): RecoveryCodesDto =>
  Object.assign(new RecoveryCodesDto(), { recoveryCodes });

@Dto('The second factor of the account, without its secret.')
export class ExportedMfaDto {
  @Field('Kind of the second factor.', text(1, 20), { example: 'totp' })
  type!: string;

  @Field('Time since which it is on (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  enabledAt!: string;

  @Field('Number of recovery codes that were not used.', integer(0, RECOVERY_CODE_COUNT), { example: 10 })
  recoveryCodeCount!: number;
}
