import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { NewTeamMemberDto, TeamMemberChangesDto, TeamMemberDto, TeamMemberPageDto } from './team.dto.js';
import { TeamMembers } from './team-members.service.js';

@Service()
@Authorized()
@JsonController('/teams/:id/members')
export class TeamMembersController {
  constructor(
    private readonly members: TeamMembers,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List the members of a team',
    description: 'Returns members and open invitations, by default oldest first. Only members may do this.',
    returns: TeamMemberPageDto,
  })
  async listTeamMembers(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`team-members:${accountId}:${id}:${order}`, limit, cursor);
    const found = await this.members.list(accountId, id, page.fetch, order, page.after?.[0] as string | undefined);
    return page.answer(found, ({ id: member }) => [member], TeamMemberDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create an invitation to a team',
    description:
      'Creates an invitation, which gives no rights until the account accepts it with `POST /teams/{id}/accept`. ' +
      'Only the owner and admins may do this, and only the owner invites admins.',
    returns: TeamMemberDto,
    status: 201,
    idempotent: true,
    scope: 'session',
    errors: ['conflict', 'quota_reached'],
  })
  async inviteTeamMember(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewTeamMemberDto,
  ): Promise<Reply> {
    const invited = await this.members.invite(accountId, id, input);
    return Reply.created(TeamMemberDto.from(invited), `/api/v1/teams/${id}/members/${invited.id}`);
  }

  @Get('/:memberId')
  @Endpoint({
    summary: 'Get a member of a team',
    description: 'Returns a member or an open invitation. Only members may do this.',
    returns: TeamMemberDto,
  })
  async getTeamMember(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('memberId') memberId: string,
  ): Promise<TeamMemberDto> {
    return TeamMemberDto.from(await this.members.get(accountId, id, memberId));
  }

  @Patch('/:memberId')
  @Endpoint({
    summary: 'Update a member of a team',
    description: 'Updates the role. Only the owner may do this.',
    returns: TeamMemberDto,
    ifMatch: true,
    scope: 'session',
  })
  async updateTeamMember(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('memberId') memberId: string,
    @Body() { role }: TeamMemberChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<TeamMemberDto> {
    return TeamMemberDto.from(await this.members.change(accountId, id, memberId, role, ifMatch));
  }

  @Delete('/:memberId')
  @Endpoint({
    summary: 'Remove a member from a team',
    description:
      'Removes a member or an invitation, with the grants that the member has given to the team; the member ' +
      'loses access to resources granted to the team at once. Members may remove themselves, admins may remove ' +
      'members, and the owner everyone else.',
    ifMatch: true,
    scope: 'session',
  })
  async removeTeamMember(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('memberId') memberId: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.members.remove(accountId, id, memberId, ifMatch);
  }
}
