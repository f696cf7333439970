import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { LinkDrawing } from './link-drawing.service.js';
import {
  NewRelationLinkDto,
  RelationLinkChangesDto,
  RelationLinkDto,
  RelationLinkPageDto,
} from './relation-link.dto.js';
import { RelationLinks } from './relation-links.records.js';

@Service()
@Authorized()
@JsonController('/graphs/relations/links')
export class RelationLinksController {
  constructor(
    private readonly links: RelationLinks,
    private readonly drawing: LinkDrawing,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your links',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: RelationLinkPageDto,
  })
  async listRelationLinks(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`relation-links:${accountId}:${order}`, limit, cursor);
    const found = await this.links.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], RelationLinkDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a link between two nodes',
    description:
      'Creates a link in your graph of relations. A node that does not exist or is not yours, and a link of ' +
      'a node with itself, is a 422.',
    returns: RelationLinkDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable'],
  })
  async createRelationLink(@CurrentCaller() { accountId }: Caller, @Body() link: NewRelationLinkDto): Promise<Reply> {
    const created = await this.drawing.create(accountId, link);
    return Reply.created(RelationLinkDto.from(created), `/api/v1/graphs/relations/links/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a link', description: 'Returns one of your links.', returns: RelationLinkDto })
  async getRelationLink(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<RelationLinkDto> {
    return RelationLinkDto.from(await this.links.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a link',
    description: 'Updates the label. To link other nodes, create another link.',
    returns: RelationLinkDto,
    ifMatch: true,
  })
  async updateRelationLink(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: RelationLinkChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<RelationLinkDto> {
    return RelationLinkDto.from(await this.links.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({ summary: 'Delete a link', description: 'Deletes the link permanently.', ifMatch: true })
  async deleteRelationLink(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.links.remove(accountId, id, ifMatch);
  }
}
