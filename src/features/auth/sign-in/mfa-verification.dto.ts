import { Dto, Field } from '../../../api/field.js';
import { text } from '../../../api/rules.js';

/** Validation of a code of an authenticator app or a recovery code. */
export const codeRule = () => text(6, 40);

@Dto('The second step of a sign-in.')
export class MfaVerification {
  @Field(
    'The `challenge` of the problem `mfa_required`; valid for 5 minutes and 5 tries.',
    text(43, 43, /^[A-Za-z0-9_-]{43}$/),
    {
      example: 'q3lT0nXcV9mYw2Hk7sB1dFzJr6PgE8uA4iOoLtKxZ5M',
    },
  )
  challenge!: string;

  @Field('The six digits of the authenticator app, or a recovery code.', codeRule(), { example: '492039' })
  code!: string;
}
