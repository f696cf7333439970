import { Dto, Field } from '../../../api/field.js';
import { email, integer, text } from '../../../api/rules.js';

@Dto('The account that needs a new password.')
export class PasswordResetRequestDto {
  @Field('E-mail address of the account, case-insensitive.', email(), { example: 'ada@watchfloor.test' })
  email!: string;
}

@Dto('A new password, set with a link from an e-mail.')
export class PasswordResetDto {
  @Field(
    'The token of the link: the part after `#reset=`.',
    text(43, 43, /^[A-Za-z0-9_-]{43}$/, 'the token of a link'),
    {
      example: 'q2yR0mZb1sC9aXh4kP7uVtL3wEoJ5nGdF8iTzYcK6Qs',
    },
  )
  token!: string;

  @Field('8 to 128 characters; not a common password and not the e-mail address.', text(8, 128), {
    example: 'a longer and better sentence',
  })
  newPassword!: string;
}

@Dto('A request for a new password was accepted. The same for every address.')
export class PasswordResetRequestedDto {
  @Field('Validity of a link in minutes, from its e-mail on.', integer(1, 1_440), { example: 30 })
  validMinutes!: number;
}
