import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AlertSilenceDto } from './silence.dto.js';
import { SilencesService } from './silences.service.js';

/** The silences of an account. */
@Service()
export class AlertSilencesData extends AccountData {
  readonly section = 'alertSilences';
  readonly description = 'Silences that the account created.';
  readonly item = AlertSilenceDto;

  constructor(private readonly silences: SilencesService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.silences.list(accountId, this.maxItems)).map(AlertSilenceDto.from);
  }
}
