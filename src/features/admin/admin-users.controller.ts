import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import type { Page } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import {
  AdminUserDto,
  AdminUserPageDto,
  AdminUsersQuery,
  CreatedUserDto,
  EndedSessionsDto,
  NewUserDto,
  TemporaryPasswordDto,
  UserChangesDto,
} from './admin-user.dto.js';
import { ReadReasonQuery } from './read-reason.dto.js';
import { UserAdministrationService } from './user-administration.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: UserAdministrationService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List accounts',
    description: 'Lists all accounts. Each read is recorded in the audit record, with its `reason`.',
    returns: AdminUserPageDto,
  })
  async listUsers(
    @CurrentCaller() operator: Caller,
    @QueryParams() query: AdminUsersQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const { limit, cursor, reason, ...filter } = query;
    const page = this.cursors.page(`users:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.users.list(
      operator,
      filter,
      { ...origin, reason },
      page.fetch,
      page.after?.[0] as string | undefined,
    );
    return page.answer(found, (account) => [account.id], AdminUserDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create an account',
    description:
      'Creates an account also where registration is closed. Its owner gets an e-mail with a link to set a ' +
      'password, or you hand over a temporary password that must be changed.',
    status: 201,
    returns: CreatedUserDto,
    idempotent: true,
    errors: ['email_taken', 'conflict'],
  })
  async createUser(
    @CurrentCaller() operator: Caller,
    @Body() account: NewUserDto,
    @Origin() origin: RequestOrigin,
  ): Promise<Reply> {
    const created = await this.users.create(operator, account, origin);
    return Reply.created(CreatedUserDto.fromCreated(created), `/api/v1/admin/users/${created.account.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an account',
    description: 'Returns any account by id. Each read is recorded in the audit record, with its `reason`.',
    returns: AdminUserDto,
    errors: ['not_found'],
  })
  async getUser(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @QueryParams() { reason }: ReadReasonQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<AdminUserDto> {
    return AdminUserDto.from(await this.users.get(operator, id, { ...origin, reason }));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update an account',
    description:
      'Updates role, sign-in permission and limits. Takes effect within a second in every process. Resources ' +
      'above a lowered limit stay.',
    returns: AdminUserDto,
    ifMatch: true,
    errors: ['not_found', 'last_operator'],
  })
  async updateUser(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Body() changes: UserChangesDto,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<AdminUserDto> {
    return AdminUserDto.from(await this.users.change(operator, id, changes, origin, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an account',
    description: 'Deletes permanently the account and everything it owns, and ends its sessions.',
    errors: ['not_found', 'last_operator'],
    ifMatch: true,
  })
  async deleteUser(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.users.remove(operator, id, origin, ifMatch);
  }

  @Post('/:id/revoke-sessions')
  @Endpoint({
    summary: "End an account's sessions",
    description: 'Signs the account out on all devices.',
    returns: EndedSessionsDto,
    errors: ['not_found'],
  })
  async revokeSessions(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<EndedSessionsDto> {
    return Object.assign(new EndedSessionsDto(), { ended: await this.users.revokeSessions(operator, id, origin) });
  }

  @Post('/:id/reset-password')
  @Endpoint({
    summary: "Reset an account's password",
    description: 'Generates a password, ends every session, and marks the password as due for a change.',
    returns: TemporaryPasswordDto,
    idempotent: true,
    errors: ['not_found'],
  })
  async resetPassword(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<TemporaryPasswordDto> {
    return Object.assign(new TemporaryPasswordDto(), {
      temporaryPassword: await this.users.resetPassword(operator, id, origin),
    });
  }

  @Post('/:id/reset-mfa')
  @Endpoint({
    summary: "Reset an account's second factor",
    description:
      'Turns off the second factor of someone who lost it, and ends every session. The password stays. ' +
      'Operators turn off their own with `POST /auth/mfa/disable`.',
    errors: ['not_found', 'conflict'],
  })
  async resetMfa(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.users.resetMfa(operator, id, origin);
  }
}
