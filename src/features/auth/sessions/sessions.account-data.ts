import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { SessionDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

/** The sessions of an account. */
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
   * Before the transaction commits: if that fails, the account is signed out but not deleted, never the other way
   * round.
   */
  override async removeRest(accountId: string): Promise<void> {
    await this.sessions.endAll(accountId);
  }
}
