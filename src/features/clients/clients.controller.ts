import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { OwnedController } from '../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../resources/owned-routes.js';
import { ClientChangesDto, ClientDto, ClientPageDto, ClientQuery, NewClientDto } from './client.dto.js';
import { ClientsService } from './clients.records.js';

const path = '/clients';

@Service()
@Authorized()
@JsonController(path)
export class ClientsController extends OwnedController<ClientsService> {
  constructor(clients: ClientsService, cursors: CursorCodec) {
    super(clients, cursors, { path, list: 'clients', from: ClientDto.from });
  }

  @ListOwned({ summary: 'List your clients', returns: ClientPageDto })
  listClients(caller: Caller, query: ClientQuery) {
    const { order, tag } = query;
    return this.page(caller, query, {
      by: JSON.stringify([order, tag]),
      read: (limit, after) => this.records.tagged(caller.accountId, tag, limit, after, order),
      shared: () => this.records.sharedTagged(caller, query, tag),
    });
  }

  @CreateOwned({
    summary: 'Create a client',
    description: 'Creates a client without portfolios. Link portfolios to it, and set a mandate.',
    returns: ClientDto,
    delegable: true,
  })
  createClient(caller: Caller, input: NewClientDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a client',
    description: 'Returns one of your clients.',
    returns: ClientDto,
    granted: 'read',
    isFreeOfAmounts: true,
  })
  getClient(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a client',
    description: 'Updates the fields you send. `tags` replaces all tags.',
    returns: ClientDto,
  })
  updateClient(caller: Caller, id: string, changes: ClientChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a client',
    description:
      'Deletes the client with its notes and its mandate permanently. Its portfolios stay, without a client.',
  })
  deleteClient(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
