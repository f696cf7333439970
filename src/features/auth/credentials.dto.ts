import { UserDto } from '../../accounts/user.dto.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, email, integer, object, text } from '../../openapi/rules.js';

const password = () => text(8, 128);

@Dto('What an account signs in with.')
export class Credentials {
  @Field('The address of the account, in any case.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('The password.', text(1, 128), { example: 'correct horse battery staple' })
  password!: string;
}

@Dto('A new account.')
export class Registration {
  @Field('The address to sign in with. One account an address.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('8 to 128 characters; neither a common password nor the address.', password(), { example: 'correct horse battery staple' })
  password!: string;

  @Field('What other people see.', text(1, 100), { example: 'Ada Lovelace' })
  displayName!: string;
}

@Dto('A change of the password.')
export class PasswordChangeDto {
  @Field('The password until now.', text(1, 128), { example: 'correct horse battery staple' })
  currentPassword!: string;

  @Field('8 to 128 characters; neither a common password nor the address.', password(), { example: 'a longer and better sentence' })
  newPassword!: string;
}

@Dto('A signed-in account with its access token. The refresh token comes beside it, as the cookie `svc_refresh`.')
export class SignInResultDto {
  @Field('Goes into `Authorization: Bearer …`; a JWT.', text(1, 2000, /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/), {
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTlhYTNjMSJ9.c2lnbmF0dXJl',
  })
  accessToken!: string;

  @Field('Always `Bearer`.', choice(['Bearer']), { example: 'Bearer' })
  tokenType!: string;

  @Field('How long the access token lasts, in seconds.', integer(1, 3600), { example: 900 })
  expiresIn!: number;

  @Field(
    'The account.',
    object(() => UserDto),
  )
  user!: UserDto;
}
