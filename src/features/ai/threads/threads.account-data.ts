import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AiThread } from './thread.dto.js';
import { Threads } from './threads.service.js';

/** The AI threads of an account; their messages are a section of their own. */
@Service()
export class AiThreadsData extends AccountData {
  readonly section = 'aiThreads';
  readonly description = 'Its AI threads, without their messages.';
  readonly item = AiThread;

  constructor(private readonly threads: Threads) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.threads.list(accountId, { limit: this.maxItems, order: 'asc' })).map(AiThread.from);
  }
}
