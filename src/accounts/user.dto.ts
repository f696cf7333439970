import { Dto, Field } from '../api/field.js';
import { choice, email, integer, text, timestamp, uuid } from '../api/rules.js';
import { type Account, accountRoles } from './account.js';

@Dto('An account, as shown to its owner.')
export class UserDto {
  @Field('Identifier (UUIDv7).', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e' })
  id!: string;

  @Field('E-mail address of the account, in lower case.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('Display name, visible to others.', text(1, 100), { example: 'Ada Lovelace' })
  displayName!: string;

  @Field('`operator` may use the Admin group.', choice(accountRoles), { example: 'user' })
  role!: string;

  @Field('Time of creation (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  createdAt!: string;

  @Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from(account: Account): UserDto {
    const { id, email, displayName, role, createdAt, version } = account;
    return Object.assign(new UserDto(), { id, email, displayName, role, createdAt: createdAt.toISOString(), version });
  }
}
