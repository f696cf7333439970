import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { PinDto } from './pin.dto.js';
import { PinsService } from './pins.service.js';

/** Exports and deletes the pins of an account. */
@Service()
export class PinsData extends AccountData {
  readonly section = 'pins';
  readonly description = 'Its pins that have not expired.';
  readonly item = PinDto;

  constructor(private readonly pins: PinsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.pins.list(accountId, undefined, this.maxItems)).map(PinDto.from);
  }
}
