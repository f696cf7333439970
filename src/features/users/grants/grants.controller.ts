import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import {
  GrantChangesDto,
  GrantDto,
  GrantPageDto,
  NewGrantDto,
  ReceivedGrantDto,
  ReceivedGrantPageDto,
} from './grant.dto.js';
import { Grants } from './grants.records.js';

const path = '/users/me/grants';

@Service()
@Authorized()
@JsonController(path)
export class GrantsController extends OwnedController<Grants> {
  constructor(grants: Grants, cursors: CursorCodec) {
    super(grants, cursors, { path, list: 'grants', from: GrantDto.from });
  }

  @ListOwned({ summary: 'List the grants that you give', returns: GrantPageDto })
  listGrants(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Share a resource',
    description:
      'Shares one of your resources with another account or a team, for reading or changing, within a second. ' +
      'Each use is recorded in your activity. A grant ends when the resource or either account is deleted.',
    returns: GrantDto,
    scope: 'session',
    errors: ['conflict', 'unprocessable'],
  })
  createGrant(caller: Caller, input: NewGrantDto) {
    return this.created(caller, input);
  }

  @Get('/received')
  @Endpoint({
    summary: 'List resources shared with you',
    description:
      'Returns the resources of other accounts that you may use now, yourself or as a member of a team, oldest ' +
      'first. A resource can appear several times, through different grants.',
    returns: ReceivedGrantPageDto,
  })
  async listReceivedGrants(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`received-grants:${accountId}:${order}`, limit, cursor);
    const found = await this.records.received(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], ReceivedGrantDto.from);
  }

  @GetOwned({ summary: 'Get a grant', description: 'Returns one of the grants that you give.', returns: GrantDto })
  getGrant(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update a grant',
    description: 'Updates the fields you send, at once. The account and the resource cannot be changed.',
    returns: GrantDto,
    scope: 'session',
  })
  updateGrant(caller: Caller, id: string, changes: GrantChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a grant',
    description:
      'Deletes a grant that you give, or one that was given to you and not to a team. The grant ends at once; ' +
      'streams that it opened end within a second.',
    scope: 'session',
  })
  deleteGrant(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
