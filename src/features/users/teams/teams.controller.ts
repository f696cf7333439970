import { Authorized, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { NewTeamDto, TeamChangesDto, TeamDto, TeamPageDto } from './team.dto.js';
import { Teams } from './teams.records.js';

const path = '/teams';

@Service()
@Authorized()
@JsonController(path)
export class TeamsController extends OwnedController<Teams> {
  constructor(teams: Teams, cursors: CursorCodec) {
    super(teams, cursors, { path, list: 'teams', from: TeamDto.from });
  }

  @ListOwned({
    summary: 'List your teams',
    description: 'Returns the teams of which you are a member, and those to which you are invited, oldest first.',
    returns: TeamPageDto,
  })
  listTeams(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create a team',
    description: 'Creates a team that you own. It is deleted with your account. Members are accounts, never teams.',
    returns: TeamDto,
    scope: 'session',
  })
  createTeam(caller: Caller, input: NewTeamDto) {
    return this.created(caller, input);
  }

  @GetOwned({ summary: 'Get a team', description: 'Returns one of your teams, with your role.', returns: TeamDto })
  getTeam(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Rename a team',
    description: 'Updates the name. Only the owner and admins may do this.',
    returns: TeamDto,
    scope: 'session',
  })
  updateTeam(caller: Caller, id: string, changes: TeamChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a team',
    description: 'Deletes the team with its memberships and the grants to it. Only the owner may do this.',
    scope: 'session',
  })
  deleteTeam(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }

  @Post('/:id/accept')
  @Endpoint({
    summary: 'Accept an invitation to a team',
    description: 'Makes you a member. Repeating it changes nothing; to decline, delete your membership.',
    returns: TeamDto,
    status: 200,
    scope: 'session',
  })
  async acceptTeamInvitation(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<TeamDto> {
    return TeamDto.from(await this.records.accept(accountId, id));
  }
}
