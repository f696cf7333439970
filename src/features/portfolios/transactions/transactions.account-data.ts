import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { TransactionDto } from './transaction.dto.js';
import { TransactionRepository } from './transaction.repository.js';

/** Exports the transactions of an account's portfolios. */
@Service()
export class TransactionsData extends AccountData {
  readonly section = 'transactions';
  readonly description = 'The transactions of its portfolios.';
  readonly item = TransactionDto;

  constructor(private readonly transactions: TransactionRepository) {
    super();
  }

  async *read({ accountId }: Caller): AsyncGenerator<object[]> {
    for await (const page of this.transactions.ofAccount(accountId, this.maxItems)) yield page.map(TransactionDto.from);
  }
}
