import { type Account, accountRoles } from '../../accounts/account.js';
import { UserDto } from '../../accounts/user.dto.js';
import { OldestFirstQuery, pageOf } from '../../http/page.js';
import { Dto, Field } from '../../openapi/field.js';
import { choice, flag, integer, nullable, optional, text, timestamp } from '../../openapi/rules.js';

const MAX_CEILING = 1_000_000;

@Dto('An account as operators see it.')
export class AdminUserDto extends UserDto {
  @Field('True when the account may not sign in.', flag(), { example: false })
  disabled!: boolean;

  @Field('Requests the account may make in a window; null means the configured ceiling.', nullable(integer(1, MAX_CEILING)), { example: 1200 })
  rateCeiling!: number | null;

  @Field('True when the password was set by someone else and should be changed.', flag(), { example: false })
  passwordChangeDue!: boolean;

  @Field('When it last signed in (UTC); null when it never did.', nullable(timestamp()), { example: '2026-11-20T23:30:00.000Z' })
  lastSignInAt!: string | null;

  static override from(account: Account): AdminUserDto {
    return Object.assign(new AdminUserDto(), UserDto.from(account), {
      disabled: account.disabledAt !== null,
      rateCeiling: account.rateCeiling,
      passwordChangeDue: account.passwordChangeDue,
      lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    });
  }
}

export const AdminUserPageDto = pageOf(AdminUserDto, 'AdminUserPageDto', 'A page of accounts, oldest first.');

@Dto('Which accounts, and which page of them.')
export class AdminUsersQuery extends OldestFirstQuery {
  @Field('Only accounts of this role.', optional(choice(accountRoles)), { example: 'operator' })
  role?: 'user' | 'operator';

  @Field('Only disabled accounts, or only those that are not.', optional(flag()), { example: false })
  disabled?: boolean;

  @Field('Only accounts whose address or name contains this text, in any case.', optional(text(1, 100)), { example: 'ada' })
  q?: string;
}

@Dto('What an operator may change of an account. Fields left out stay.')
export class UserChangesDto {
  @Field('`operator` may use the Admin group. The last operator stays one.', optional(choice(accountRoles)), { example: 'operator' })
  role?: 'user' | 'operator';

  @Field('True ends every session and lets the account sign in no more; false lets it again.', optional(flag()), { example: false })
  disabled?: boolean;

  @Field('Requests the account may make in a window; null for the configured ceiling.', optional(nullable(integer(1, MAX_CEILING))), { example: 1200 })
  rateCeiling?: number | null;
}

@Dto('What ended.')
export class EndedSessionsDto {
  @Field('How many sessions ended.', integer(0, 1000), { example: 2 })
  ended!: number;
}

@Dto('A generated password of an account. Shown only once, here.')
export class TemporaryPasswordDto {
  @Field('To be handed to the owner, who should change it after signing in.', text(8, 128), { example: 'k3Jd-2mQz-9xVb-7pLt' })
  temporaryPassword!: string;
}
