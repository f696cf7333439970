import { type Account, accountRoles } from '../../accounts/account.js';
import { UserDto } from '../../accounts/user.dto.js';
import { Dto, Field } from '../../api/field.js';
import { choice, email, flag, integer, line, nullable, objects, optional, text, timestamp } from '../../api/rules.js';
import { OldestFirstQuery, pageOf } from '../../http/page.js';
import { ReasonField } from './read-reason.dto.js';

const MAX_CEILING = 1_000_000;
const MAX_LIMIT = 1_000_000_000;
const MAX_LIMITS = 100;

@Dto('A limit that operators have set for an account.')
export class AccountLimitDto {
  @Field('Name of the limit, as in `GET /admin/users/{id}/usage`.', text(1, 100, /^[a-z_]+$/), {
    example: 'alert_rules',
  })
  name!: string;

  @Field(
    'The limit; with 0 nothing is allowed. The largest possible value depends on the limit.',
    integer(0, MAX_LIMIT),
    {
      example: 500,
    },
  )
  value!: number;
}

/** Returns the limits of an account by name. */
const limitsOf = ({ limits }: Account): AccountLimitDto[] =>
  Object.entries(limits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => Object.assign(new AccountLimitDto(), { name, value }));

@Dto('An account, as shown to operators.')
export class AdminUserDto extends UserDto {
  @Field('True when the account may not sign in.', flag(), { example: false })
  disabled!: boolean;

  @Field(
    'Requests the account may make in a window; null means the configured ceiling.',
    nullable(integer(1, MAX_CEILING)),
    { example: 1200 },
  )
  rateCeiling!: number | null;

  @Field('True when the password was not set by the owner and should be changed.', flag(), { example: false })
  passwordChangeDue!: boolean;

  @Field('Time of the last sign-in (UTC); null before the first sign-in.', nullable(timestamp()), {
    example: '2026-11-20T23:30:00.000Z',
  })
  lastSignInAt!: string | null;

  @Field(
    'Limits that operators have set for the account, by name; the configured ones apply otherwise.',
    optional(objects(AccountLimitDto, MAX_LIMITS)),
    { example: [] },
  )
  limits?: AccountLimitDto[];

  @Field('True when signing in needs a code of a second factor.', optional(flag()), { example: false })
  mfaEnabled?: boolean;

  static override from(account: Account): AdminUserDto {
    return Object.assign(new AdminUserDto(), UserDto.from(account), {
      disabled: account.disabledAt !== null,
      rateCeiling: account.rateCeiling,
      limits: limitsOf(account),
      passwordChangeDue: account.passwordChangeDue,
      mfaEnabled: account.secondFactorSince !== null,
      lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    });
  }
}

export const AdminUserPageDto = pageOf(AdminUserDto, 'AdminUserPageDto', 'A page of accounts, oldest first.');

@Dto('The accounts to list, and the page of them.')
export class AdminUsersQuery extends OldestFirstQuery {
  @Field('Only accounts with this role.', optional(choice(accountRoles)), { example: 'operator' })
  role?: 'user' | 'operator';

  @Field('Only disabled (`true`) or only enabled (`false`) accounts.', optional(flag()), { example: false })
  disabled?: boolean;

  @Field('Only accounts whose address or name contains this text, case-insensitive.', optional(text(1, 100)), {
    example: 'ada',
  })
  q?: string;

  @ReasonField()
  reason?: string;
}

@Dto('A new account, created by an operator.')
export class NewUserDto {
  @Field('E-mail address to sign in with; unique among accounts.', email(), { example: 'ada@watchfloor.test' })
  email!: string;

  @Field('Display name, visible to others.', line(1, 100), { example: 'Ada Lovelace' })
  displayName!: string;

  @Field('`operator` may use the Admin group. Default: `user`.', optional(choice(accountRoles)), {
    default: 'user',
    example: 'user',
  })
  role: 'user' | 'operator' = 'user';

  @Field(
    'True sends an e-mail with a link to set a password, valid for 7 days; false returns a temporary password. ' +
      'Default: true if the service sends e-mail.',
    optional(flag()),
    { example: false },
  )
  invite?: boolean;
}

@Dto('A new account with its temporary password.')
export class CreatedUserDto extends AdminUserDto {
  @Field(
    'The password to hand over, shown only in this response; it is due for a change. Null if an invitation was sent.',
    nullable(text(8, 128)),
    {
      example: 'k3Jd-2mQz-9xVb-7pLt',
    },
  )
  temporaryPassword!: string | null;

  static fromCreated({
    account,
    temporaryPassword,
  }: {
    account: Account;
    temporaryPassword: string | null;
  }): CreatedUserDto {
    return Object.assign(new CreatedUserDto(), AdminUserDto.from(account), { temporaryPassword });
  }
}

@Dto('Changes to an account by an operator; omitted fields are unchanged.')
export class UserChangesDto {
  @Field('`operator` may use the Admin group. The last operator cannot be demoted.', optional(choice(accountRoles)), {
    example: 'operator',
  })
  role?: 'user' | 'operator';

  @Field('True ends every session and prevents further sign-ins; false allows them again.', optional(flag()), {
    example: false,
  })
  disabled?: boolean;

  @Field(
    'Requests the account may make in a window; null for the configured ceiling.',
    optional(nullable(integer(1, MAX_CEILING))),
    { example: 1200 },
  )
  rateCeiling?: number | null;

  @Field(
    'Limits of the account, which replace those set before; an empty list restores the configured ones.',
    optional(objects(AccountLimitDto, MAX_LIMITS)),
  )
  limits?: AccountLimitDto[];
}

@Dto('The ended sessions.')
export class EndedSessionsDto {
  @Field('Number of sessions ended.', integer(0, 1000), { example: 2 })
  ended!: number;
}

@Dto('A generated password, shown only in this response.')
export class TemporaryPasswordDto {
  @Field('The new password; the owner should change it after signing in.', text(8, 128), {
    example: 'k3Jd-2mQz-9xVb-7pLt',
  })
  temporaryPassword!: string;
}
