import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { DevicesService } from '../devices/devices.service.js';
import { FirstOperatorFile } from '../first-operator/first-operator-file.js';
import type { SignInMethod } from '../sessions/session.js';
import { SessionOpeningService, type SignedIn } from '../sessions/session-opening.service.js';

/** The checks of a sign-in, and what it changes and records. */
export interface SignInSteps {
  /** Method of the sign-in. Default: a password. */
  method?: SignInMethod;
  /**
   * Admits the account, or throws to reject it.
   * @param account the locked current account; undefined if it was deleted
   * @returns the account, and changes that the sign-in makes to it
   */
  admit(account: Account | undefined): Promise<{ account: Account; changes?: { passwordHash?: string } }>;
  /** Writes further records in the same transaction, before the audit entry. */
  record?(): Promise<void>;
  /** Returns the detail of the audit entry; called after `admit`. */
  detail?(): Record<string, unknown>;
}

/** Completes sign-ins: opens the session, records the device and the sign-in, and deletes a used first password. */
@Service()
export class SignInCompletion {
  constructor(
    private readonly accounts: AccountsService,
    private readonly opening: SessionOpeningService,
    private readonly devices: DevicesService,
    private readonly firstOperator: FirstOperatorFile,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Opens a session in one transaction with all records of the sign-in. @throws the errors of the steps */
  async complete(accountId: string, origin: RequestOrigin, steps: SignInSteps): Promise<SignedIn> {
    const { admit, record, detail, method } = steps;
    const signedIn = await this.opening.open(accountId, origin, {
      method,
      admit: async (found) => {
        const { account, changes } = await admit(found);
        await this.accounts.touch(account.id, { lastSignInAt: new Date(this.clock.now()), ...changes });
        return account;
      },
      record: async (session) => {
        await this.devices.greet(session);
        await record?.();
        // The audit entry is appended last, because appending locks out other entries until the transaction commits.
        await this.audit.append({
          actorId: accountId,
          action: 'user.signed_in',
          subject: accountId,
          address: origin.address,
          requestId: origin.requestId,
          ...((detail || method) && { detail: { ...(method && { method }), ...detail?.() } }),
        });
      },
    });
    const { role, email } = signedIn.account;
    if (role === 'operator') this.firstOperator.used(email);
    return signedIn;
  }
}
