import type { Account } from '../../../accounts/account.js';
import { UserDto } from '../../../accounts/user.dto.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, email, integer, label, object, text } from '../../../api/rules.js';
import { ACCESS_TOKEN_SECONDS } from '../tokens/access-token.js';

const password = () => text(8, 128);

@Dto('Credentials of an account.')
export class Credentials {
  @Field('E-mail address of the account, case-insensitive.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('Password of the account, case-sensitive.', text(1, 128), { example: 'correct horse battery staple' })
  password!: string;
}

@Dto('A new account.')
export class Registration {
  @Field('E-mail address to sign in with; unique among accounts.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('8 to 128 characters; not a common password and not the e-mail address.', password(), {
    example: 'correct horse battery staple',
  })
  password!: string;

  @Field('Display name, visible to others.', label(1, 100), { example: 'Ada Lovelace' })
  displayName!: string;
}

@Dto('A change of the password.')
export class PasswordChangeDto {
  @Field('The current password, to confirm your identity.', text(1, 128), { example: 'correct horse battery staple' })
  currentPassword!: string;

  @Field('8 to 128 characters; not a common password and not the e-mail address.', password(), {
    example: 'a longer and better sentence',
  })
  newPassword!: string;
}

@Dto('A signed-in account with its access token. The refresh token is sent as the cookie `svc_refresh`.')
export class SignInResultDto {
  @Field(
    'Access token (a JWT), for `Authorization: Bearer …`.',
    text(1, 2000, /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/),
    {
      example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTlhYTNjMSJ9.c2lnbmF0dXJl',
    },
  )
  accessToken!: string;

  @Field('Always `Bearer`.', choice(['Bearer']), { example: 'Bearer' })
  tokenType!: string;

  @Field('Lifetime of the access token in seconds.', integer(1, 3600), { example: 900 })
  expiresIn!: number;

  @Field(
    'The account.',
    object(() => UserDto),
  )
  user!: UserDto;

  static from({ account, accessToken }: { account: Account; accessToken: string }): SignInResultDto {
    return Object.assign(new SignInResultDto(), {
      accessToken,
      tokenType: 'Bearer',
      expiresIn: ACCESS_TOKEN_SECONDS,
      user: UserDto.from(account),
    });
  }
}
