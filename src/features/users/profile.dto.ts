import { Dto, Field } from '../../api/field.js';
import { email, label, optional, text } from '../../api/rules.js';

@Dto('Confirmation of the deletion of an account.')
export class AccountDeletionDto {
  @Field('The password of the account.', text(1, 128), { example: 'correct horse battery staple' })
  currentPassword!: string;
}

@Dto('Changes to an account by its owner; omitted fields are unchanged.')
export class ProfileChangesDto {
  @Field('Display name, visible to others.', optional(label(1, 100)), { example: 'Countess Lovelace' })
  displayName?: string;

  @Field('E-mail address of the account.', optional(email()), { example: 'ada@watchfloor.test' })
  email?: string;
}
