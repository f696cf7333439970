import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import {
  CreatedPersonalKeyDto,
  NewPersonalKeyDto,
  PersonalKeyChangesDto,
  PersonalKeyDto,
  PersonalKeyPageDto,
} from './personal-key.dto.js';
import { PersonalKeysService } from './personal-keys.service.js';

@Service()
@Authorized()
@JsonController('/auth/keys')
export class PersonalKeysController {
  constructor(
    private readonly keys: PersonalKeysService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your personal keys',
    description: 'Returns pages, oldest first, without expired ones. Follow `nextCursor` until it is null.',
    returns: PersonalKeyPageDto,
  })
  async listPersonalKeys(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`keys:${accountId}:${order}`, limit, cursor);
    const found = await this.keys.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], PersonalKeyDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a personal key',
    description:
      'Creates a credential for a program that acts for you, within its scopes and never beyond your role. Its ' +
      'requests count for your rate limit. It stays valid when you sign out or change the password.',
    returns: CreatedPersonalKeyDto,
    status: 201,
    idempotent: true,
    scope: 'session',
    errors: ['quota_reached'],
  })
  async createPersonalKey(
    @CurrentCaller() { accountId }: Caller,
    @Body() input: NewPersonalKeyDto,
    @Origin() origin: RequestOrigin,
  ): Promise<Reply> {
    const { key, text } = await this.keys.create(accountId, input, origin);
    return Reply.created(CreatedPersonalKeyDto.fromCreated(key, text), `/api/v1/auth/keys/${key.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a personal key',
    description: 'Returns one of your keys without its text, which only its creation shows.',
    returns: PersonalKeyDto,
  })
  async getPersonalKey(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<PersonalKeyDto> {
    return PersonalKeyDto.from(await this.keys.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a personal key',
    description:
      'Updates the fields you send. Applies to its tokens within a second; its running streams end, and can be ' +
      'opened again.',
    returns: PersonalKeyDto,
    ifMatch: true,
    scope: 'session',
  })
  async updatePersonalKey(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: PersonalKeyChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<PersonalKeyDto> {
    return PersonalKeyDto.from(await this.keys.change(accountId, id, changes, ifMatch, origin));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Revoke a personal key',
    description:
      'Deletes the key permanently. Its tokens and tickets become invalid and its streams end within a second.',
    ifMatch: true,
  })
  async revokePersonalKey(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.keys.revoke(accountId, id, ifMatch, origin);
  }
}
