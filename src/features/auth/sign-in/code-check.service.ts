import { Service } from 'typedi';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { recoveryCodeUsed } from '../auth.events.js';
import { refusedCode, SecondFactorService } from '../second-factor/second-factor.service.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

/** Limits how often codes of the second factor can be guessed, and records used recovery codes. */
@Service()
export class CodeCheck {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly throttle: SignInThrottle,
    private readonly events: EventLog,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /**
   * Accepts a code of a signed-in account that confirms a change; the code cannot be used again.
   * @throws Problem `forbidden` for a wrong code, `too_many_attempts`
   */
  async confirm(accountId: string, code: string, origin: RequestOrigin): Promise<void> {
    const attempt = await this.begin(accountId, origin);
    await this.database.transaction(async () => {
      const kind = await this.factors.accept(accountId, code);
      if (kind === undefined) throw refusedCode();
      if (kind === 'recovery_code') await this.recordRecovery(accountId, origin);
    });
    await attempt.succeeded();
  }

  /** Begins an attempt with a code. @throws Problem `too_many_attempts` */
  begin(accountId: string, origin: RequestOrigin): Promise<SignInAttempt> {
    // Wrong codes are counted per account, over all its challenges.
    return this.throttle.begin(`second factor ${accountId}`, () =>
      this.audit.append({ ...entryOf(accountId, 'user.sign_in_blocked', origin), actorId: null }),
    );
  }

  /** Records in the caller's transaction that a recovery code was used. */
  async recordRecovery(accountId: string, origin: RequestOrigin): Promise<void> {
    const remainingCodeCount = await this.factors.countCodes(accountId);
    const data = { remainingCodeCount, userAgent: origin.userAgent?.slice(0, 256) || null };
    await this.events.append(recoveryCodeUsed, { data, subject: `account:${accountId}`, ownerId: accountId });
    await this.audit.append({
      ...entryOf(accountId, 'user.recovery_code_used', origin),
      detail: { remainingCodeCount },
    });
  }
}

function entryOf(accountId: string, action: string, { address, requestId }: RequestOrigin) {
  return { actorId: accountId, action, subject: accountId, address, requestId };
}
