import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { EntitiesService } from './entities.service.js';
import {
  EntitiesQuery,
  EntityListDto,
  EntityProfileDto,
  MentionDto,
  MentionPageDto,
  MentionsQuery,
} from './entity.dto.js';
import { MentionsService } from './mentions.service.js';

const params = {
  entity: {
    description: 'An entity, `<kind>:<id>`.',
    rule: text(3, 250, /^[a-z][a-z_]*:\S.*$/s, 'an entity such as vessel:352367010'),
    example: 'sanctioned:simulator:vessel-1',
  },
};

@Service()
@Authorized()
@JsonController('/osint/entities')
export class EntitiesController {
  constructor(
    private readonly entities: EntitiesService,
    private readonly mentions: MentionsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Search entities',
    description:
      'Finds vessels and aircraft in live state, entries of sanctions lists, vulnerabilities, instruments, and ' +
      'identifiers by their form. Best first.',
    returns: EntityListDto,
  })
  async searchEntities(@QueryParams() { q, type, limit }: EntitiesQuery): Promise<EntityListDto> {
    return EntityListDto.from(await this.entities.search(q, type, limit));
  }

  @Get('/:entity')
  @Endpoint({
    summary: 'Get an entity',
    description:
      'Returns what is known about an entity: live state, track, sanctions, vulnerability, and the latest articles and ' +
      'events that you may see.',
    returns: EntityProfileDto,
    params,
    errors: ['not_found'],
  })
  async getEntity(@CurrentCaller() { accountId }: Caller, @Param('entity') entity: string): Promise<EntityProfileDto> {
    return EntityProfileDto.from(await this.entities.get(accountId, entity));
  }

  @Get('/:entity/mentions')
  @Endpoint({
    summary: 'List the mentions of an entity',
    description:
      'Returns articles and events that mention an entity, latest first unless `order` says otherwise, under any ' +
      'of its identifiers. Follow `nextCursor` until it is null.',
    returns: MentionPageDto,
    params,
    errors: ['not_found'],
  })
  async listMentions(
    @CurrentCaller() { accountId }: Caller,
    @Param('entity') entity: string,
    @QueryParams() { limit, cursor, order }: MentionsQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`mentions:${accountId}:${order}:${entity}`, limit, cursor);
    const [time, id, position = null] = (page.after ?? []) as [string?, string?, number?];
    const after = time === undefined || id === undefined ? undefined : { time: new Date(time), id, position };
    const found = await this.mentions.list(accountId, await this.entities.keysOf(entity), page.fetch, order, after);
    return page.answer(
      found,
      (mention) => [mention.time.toISOString(), mention.id, ...(mention.position === null ? [] : [mention.position])],
      MentionDto.from,
    );
  }
}
