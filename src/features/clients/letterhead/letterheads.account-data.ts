import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { LetterheadDto } from './letterhead.dto.js';
import { LetterheadRepository } from './letterhead.repository.js';

/** Exports the letterhead of an account. */
@Service()
export class LetterheadData extends AccountData {
  readonly section = 'clientLetterhead';
  readonly description = 'Name, address and logo at the head of reports on clients.';
  readonly item = LetterheadDto;

  constructor(private readonly letterheads: LetterheadRepository) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    const letterhead = await this.letterheads.find(accountId);
    return letterhead.version === 1 ? [] : [LetterheadDto.from(letterhead)];
  }
}
