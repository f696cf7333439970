import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import type { Account } from '../../accounts/account.js';
import type { AuditEntry } from '../../audit/audit-log.js';
import type { RequestOrigin } from '../../http/caller.js';
import type { Order } from '../../time/sort-order.js';
import type { PersonalKey } from './keys/personal-key.js';
import { PersonalKeysService } from './keys/personal-keys.service.js';
import { PasswordResetService } from './recovery/password-reset.service.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { defaultSessionLimits } from './sessions/session.js';
import { SessionsService } from './sessions/sessions.service.js';
import { PasswordService } from './sign-in/password.service.js';
import { PasswordCheck } from './sign-in/password-check.service.js';

/** Lets other features check and change passwords, second factors, sessions and personal keys of accounts. */
@Service()
export class AuthApi {
  /** Maximum number of sessions of an account at the same time. */
  readonly maxSessions = defaultSessionLimits.perAccount;

  constructor(
    private readonly passwords: PasswordService,
    private readonly sessions: SessionsService,
    private readonly check: PasswordCheck,
    private readonly keys: PersonalKeysService,
    private readonly factors: SecondFactorService,
    private readonly resets: PasswordResetService,
  ) {}

  /**
   * Checks the account's password. A wrong password counts towards the limit of sign-in attempts.
   * @throws Problem `too_many_attempts`
   */
  confirmPassword(account: Account, password: string, origin: RequestOrigin): Promise<boolean> {
    return this.check.confirm(account, password, origin);
  }

  /**
   * Hashes a new password.
   * @param pointer JSON Pointer of the request's field that errors name
   * @throws Problem `invalid_request` if the password is too short, too long, common or equal to the e-mail address
   */
  hashNewPassword(password: string, email: string, pointer: string): Promise<string> {
    return this.passwords.hashNew(password, email, pointer);
  }

  /**
   * Sets a password that its owner must change at the next sign-in, and ends every session of the account.
   * @throws Problem `invalid_request`, `not_found`
   */
  resetPassword(account: Account, password: string, entry: AuditEntry): Promise<void> {
    return this.passwords.reset(account, password, entry);
  }

  /** Whether this service can send invitations by e-mail. */
  get canInvite(): boolean {
    return this.resets.canInvite;
  }

  /** Queues an e-mail with a link by which the owner of a new account sets the password. */
  invite(accountId: string): Promise<void> {
    return this.resets.invite(accountId);
  }

  /** Removes the second factor of an account and ends its sessions. @throws Problem `not_found` */
  resetMfa(accountId: string, entry: AuditEntry): Promise<void> {
    return this.factors.reset(accountId, entry);
  }

  async countSessions(accountId: string): Promise<number> {
    return (await this.sessions.list(accountId)).length;
  }

  /** Ends all sessions of an account, in the caller's transaction if there is one. @returns the number ended */
  endSessions(accountId: string): Promise<number> {
    return this.sessions.endEverywhere(accountId);
  }

  /** Lists personal keys of an account that have not expired, in the order of their creation, after the key `after`. */
  listKeys(accountId: string, limit: number, after?: string, order?: Order): Promise<PersonalKey[]> {
    return this.keys.list(accountId, limit, after, order);
  }

  /** Deletes a personal key of an account on behalf of the account `actorId`. @throws Problem `not_found` */
  revokeKey(accountId: string, keyId: string, actorId: string, origin: RequestOrigin): Promise<void> {
    return this.keys.revoke(accountId, keyId, undefined, origin, actorId);
  }
}

/** Returns a password of 96 random bits in groups of six hexadecimal digits, which is easy to read aloud. */
export function generatePassword(): string {
  return (randomBytes(12).toString('hex').match(/.{6}/g) as string[]).join('-');
}
