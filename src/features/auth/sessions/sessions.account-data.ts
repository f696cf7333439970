import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { SessionDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

/** Exports and removes the sessions of an account. */
@Service()
export class SessionsData extends AccountData {
  readonly section = 'sessions';
  readonly description = 'Sessions of the account.';
  readonly item = SessionDto;
  override readonly maxItems = 1000;

  constructor(private readonly sessions: SessionsService) {
    super();
  }

  async read({ accountId, credentialId }: Caller): Promise<object[]> {
    return (await this.sessions.list(accountId)).map((session) => SessionDto.from(session, credentialId));
  }

  /**
   * Sessions end before the transaction commits: if the commit fails, the account is signed out but not deleted, and
   * never deleted but still signed in.
   */
  override async removeRest(accountId: string): Promise<void> {
    await this.sessions.endAll(accountId);
  }
}
