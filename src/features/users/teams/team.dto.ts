import { answerOf } from '../../../api/answer.js';
import { Dto, Field, sharedField } from '../../../api/field.js';
import { choice, email, line, nullable, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Team, TeamMember } from './team.js';

const fields = {
  name: sharedField('Name of the team.', line(1, 100), { example: 'Research' }),
  role: sharedField(
    'Role: `owner` may delete the team and change roles, `admin` may invite and remove members, `member` uses what is ' +
      'granted to the team.',
    choice(['owner', 'admin', 'member']),
    { example: 'member' },
  ),
  given: sharedField('Role of the member: `admin` or `member`.', choice(['admin', 'member']), { example: 'member' }),
  acceptedAt: sharedField(
    'When the invitation was accepted (UTC); null: it is still open, and gives no rights.',
    nullable(timestamp()),
  ),
};

@Dto('A team to create.')
export class NewTeamDto {
  @fields.name()
  name!: string;
}

@Dto('Changes to a team (RFC 7396). Omitted fields are unchanged.')
export class TeamChangesDto {
  @fields.name.optional()
  name?: string;
}

@Resource('A team: accounts to which resources can be granted together.')
export class TeamDto extends ResourceDto {
  @fields.name()
  name!: string;

  @Field('Display name of the owner.', text(1, 100), { example: 'Ada Lovelace' })
  ownerName!: string;

  @Field(
    'Id of your membership or invitation. `DELETE /teams/{id}/members/{memberId}` with it leaves the team or declines.',
    uuid(),
  )
  memberId!: string;

  @fields.role({ example: 'owner' })
  role!: string;

  @fields.acceptedAt()
  acceptedAt!: string | null;

  static from(team: Team): TeamDto {
    return answerOf(TeamDto, team);
  }
}

export const TeamPageDto = pageOf(TeamDto, 'TeamPageDto', 'A page of teams, oldest first.');

@Dto('An invitation to a team.')
export class NewTeamMemberDto {
  @Field('E-mail address of the account. The response does not show whether an account has this address.', email(), {
    example: 'grace@watchfloor.test',
  })
  email!: string;

  @fields.given.optional({ default: 'member' })
  role: 'admin' | 'member' = 'member';
}

@Dto('Changes to a member (RFC 7396).')
export class TeamMemberChangesDto {
  @fields.given()
  role!: 'admin' | 'member';
}

@Resource('A member of a team, or an invitation.')
export class TeamMemberDto extends ResourceDto {
  @Field('E-mail address as it was invited, in lower case.', email(), { example: 'grace@watchfloor.test' })
  email!: string;

  @fields.role()
  role!: string;

  @fields.acceptedAt()
  acceptedAt!: string | null;

  static from(member: TeamMember): TeamMemberDto {
    return answerOf(TeamMemberDto, member);
  }
}

export const TeamMemberPageDto = pageOf(TeamMemberDto, 'TeamMemberPageDto', 'A page of members, oldest first.');
