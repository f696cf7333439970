import { Service } from 'typedi';
import { AccountData } from '../../accounts/account-data.js';
import type { Caller } from '../../http/caller.js';
import { ClientDto } from './client.dto.js';
import { ClientsService } from './clients.service.js';

/** The clients of an account. */
@Service()
export class ClientsData extends AccountData {
  readonly section = 'clients';
  readonly description = 'Clients that the account manages.';
  readonly item = ClientDto;

  constructor(private readonly clients: ClientsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.clients.list(accountId, this.maxItems)).map(ClientDto.from);
  }
}
