import { Authorized, Delete, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import type { Page } from '../../../http/page.js';
import { SessionDto, SessionPageDto, SessionsQuery } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

@Service()
@Authorized()
@JsonController('/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get('')
  @Endpoint({
    summary: 'List your sessions',
    description: 'Lists the active sessions of the account, the last used first.',
    returns: SessionPageDto,
  })
  async listSessions(@CurrentCaller() caller: Caller, @QueryParams() { order }: SessionsQuery): Promise<Page<object>> {
    const found = await this.sessions.list(caller.accountId);
    const sessions = order === 'asc' ? found.toReversed() : found;
    return { items: sessions.map((session) => SessionDto.from(session, caller.credentialId)), nextCursor: null };
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'End a session',
    description: 'Signs one device or app out; its access tokens become invalid within a second.',
    errors: ['not_found'],
  })
  async endSession(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.sessions.end(caller.accountId, id, origin);
  }
}
