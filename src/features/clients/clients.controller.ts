import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import type { Page } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import { ClientChangesDto, ClientDto, ClientPageDto, ClientQuery, NewClientDto } from './client.dto.js';
import { ClientsService } from './clients.records.js';

@Service()
@Authorized()
@JsonController('/clients')
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your clients',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: ClientPageDto,
  })
  async listClients(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order, tag: tags }: ClientQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`clients:${accountId}:${JSON.stringify([order, tags])}`, limit, cursor);
    const after = page.after?.[0] as string | undefined;
    const found = await this.clients.tagged(accountId, tags, page.fetch, after, order);
    return page.answer(found, ({ id }) => [id], ClientDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a client',
    description: 'Creates a client without portfolios. Link portfolios to it, and set a mandate.',
    returns: ClientDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createClient(@CurrentCaller() { accountId }: Caller, @Body() input: NewClientDto): Promise<Reply> {
    const created = await this.clients.create(accountId, input);
    return Reply.created(ClientDto.from(created), `/api/v1/clients/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a client', description: 'Returns one of your clients.', returns: ClientDto })
  async getClient(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<ClientDto> {
    return ClientDto.from(await this.clients.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a client',
    description: 'Updates the fields you send. `tags` replaces all tags.',
    returns: ClientDto,
    ifMatch: true,
  })
  async updateClient(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: ClientChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<ClientDto> {
    return ClientDto.from(await this.clients.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a client',
    description:
      'Deletes the client with its notes and its mandate permanently. Its portfolios stay, without a client.',
    ifMatch: true,
  })
  async deleteClient(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.clients.remove(accountId, id, ifMatch);
  }
}
