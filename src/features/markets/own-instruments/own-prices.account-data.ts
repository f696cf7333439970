import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { ExportedOwnPriceDto } from './own-price.dto.js';
import { OwnPriceRepository } from './own-price.repository.js';

const PAGE_SIZE = 5_000;

/** Exports the prices of an account's own instruments. */
@Service()
export class OwnPricesData extends AccountData {
  readonly section = 'ownPrices';
  readonly description = 'The prices of its own instruments.';
  readonly item = ExportedOwnPriceDto;
  /** All prices of the default number of own instruments. */
  override readonly maxItems = 4_000_000;

  constructor(private readonly prices: OwnPriceRepository) {
    super();
  }

  async *read({ accountId }: Caller): AsyncGenerator<object[]> {
    for await (const page of this.prices.ofAccount(accountId, this.maxItems, PAGE_SIZE))
      yield page.map(ExportedOwnPriceDto.from);
  }
}
