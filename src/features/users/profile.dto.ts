import { Dto, Field } from '../../openapi/field.js';
import { email, optional, text } from '../../openapi/rules.js';

@Dto('The confirmation that the owner of an account deletes it.')
export class AccountDeletionDto {
  @Field('The password of the account.', text(1, 128), { example: 'correct horse battery staple' })
  currentPassword!: string;
}

@Dto('What the owner may change of an account. Fields left out stay.')
export class ProfileChangesDto {
  @Field('What other people see.', optional(text(1, 100)), { example: 'Countess Lovelace' })
  displayName?: string;

  @Field('The address the account signs in with.', optional(email()), { example: 'ada@watchfloor.test' })
  email?: string;
}
