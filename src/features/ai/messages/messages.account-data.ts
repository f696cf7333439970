import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AiMessage } from './message.dto.js';
import { Messages } from './messages.service.js';

/** Exports the messages of an account. */
@Service()
export class AiMessagesData extends AccountData {
  readonly section = 'aiMessages';
  readonly description = 'The questions and answers of its AI threads.';
  readonly item = AiMessage;

  constructor(private readonly messages: Messages) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    const messages = await this.messages.ofAccount(accountId, this.maxItems);
    const approvals = await this.messages.proposalsOf(messages);
    return messages.map((message) => AiMessage.from(message, approvals));
  }
}
