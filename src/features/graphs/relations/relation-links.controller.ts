import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { LinkDrawing } from './link-drawing.service.js';
import {
  NewRelationLinkDto,
  RelationLinkChangesDto,
  RelationLinkDto,
  RelationLinkPageDto,
} from './relation-link.dto.js';
import { RelationLinks } from './relation-links.records.js';

const path = '/graphs/relations/links';

@Service()
@Authorized()
@JsonController(path)
export class RelationLinksController extends OwnedController<RelationLinks> {
  constructor(
    links: RelationLinks,
    cursors: CursorCodec,
    private readonly drawing: LinkDrawing,
  ) {
    super(links, cursors, { path, list: 'relation-links', from: RelationLinkDto.from });
  }

  @ListOwned({ summary: 'List your links', returns: RelationLinkPageDto })
  listRelationLinks(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a link between two nodes',
    description:
      'Creates a link in your graph of relations. A node that does not exist or is not yours, and a link of ' +
      'a node with itself, is a 422.',
    returns: RelationLinkDto,
    errors: ['unprocessable'],
  })
  async createRelationLink({ accountId }: Caller, link: NewRelationLinkDto) {
    return this.reply(await this.drawing.create(accountId, link));
  }

  @GetOwned({ summary: 'Get a link', description: 'Returns one of your links.', returns: RelationLinkDto })
  getRelationLink(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a link',
    description: 'Updates the label. To link other nodes, create another link.',
    returns: RelationLinkDto,
  })
  updateRelationLink(caller: Caller, id: string, changes: RelationLinkChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete a link', description: 'Deletes the link permanently.' })
  deleteRelationLink(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
