import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { list, nullable, text, timestamp, uuid } from '../../../api/rules.js';
import { OldestFirstQuery, pageOf } from '../../../http/page.js';
import type { PersonalKey } from '../../auth/keys/personal-key.js';
import { ReasonField } from '../read-reason.dto.js';

/** Example of the id of a key. */
export const keyId = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6f';

@Dto('A personal key of an account, as shown to operators. The key itself is never shown.')
export class UserKeyDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: keyId })
  id!: string;

  @Field('Purpose of the key, as its owner named it.', text(1, 100), { example: 'Nightly report' })
  name!: string;

  @Field('The first 8 characters of the key, to recognize it.', text(8, 8), { example: 'wfk_zQWB' })
  hint!: string;

  @Field('Permissions of the key: `<group>:read` or `<group>:write`.', list(text(1, 100), 100), {
    example: ['markets:read'],
  })
  scopes!: string[];

  @Field('IP addresses and CIDR ranges from which the key may be used; empty for any.', list(text(2, 43), 20), {
    example: [],
  })
  addressRanges!: string[];

  @Field('When the key expires (UTC); null for never.', nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  @Field('When the key was last used (UTC), correct to a minute; null for never.', nullable(timestamp()), {
    example: null,
  })
  lastUsedAt!: string | null;

  @Field('When the key was created (UTC).', timestamp())
  createdAt!: string;

  static from(personalKey: PersonalKey): UserKeyDto {
    return answerOf(UserKeyDto, personalKey);
  }
}

export const UserKeyPageDto = pageOf(
  UserKeyDto,
  'UserKeyPageDto',
  'A page of personal keys of an account, oldest first.',
);

@Dto('The page of the keys, and the reason for reading them.')
export class UserKeysQuery extends OldestFirstQuery {
  @ReasonField()
  reason?: string;
}
