import { answerOf } from '../../../api/answer.js';
import { Dto, Field, sharedField } from '../../../api/field.js';
import { choice, email, nullable, optional, text, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import type { Grant, ReceivedGrant } from '../../../resources/grant.repository.js';
import { CreatedAt, grantFields, Id, Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { GrantAccess } from '../../../resources/shareable-kind.js';
import { type GrantKind, grantKinds } from '../../../resources/shareable-names.js';

const resourceId = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
const fields = {
  ...grantFields,
  kind: sharedField(
    'Kind of the resource. `account`: the grant lets others create records in your account by `onBehalfOf`, with the ' +
      'access `write`; it opens no existing record.',
    choice(grantKinds),
    { example: 'watchlist' },
  ),
  resourceId: sharedField('Id of the resource; for the kind `account` the id of the owner.', uuid(), {
    example: resourceId,
  }),
  path: sharedField('Path of the resource, relative to this service; null for an account.', nullable(text(1, 200)), {
    example: `/api/v1/markets/watchlists/${resourceId}`,
  }),
};

@Dto('A right of another account or a team to use one of your resources. Give either `email` or `teamId`.')
export class NewGrantDto {
  @fields.kind()
  kind!: GrantKind;

  @fields.resourceId()
  resourceId!: string;

  @Field(
    'E-mail address of the account. The response does not show whether an account has this address; without one the ' +
      'grant has no effect, also if an account gets the address later.',
    optional(email()),
    { example: 'grace@watchfloor.test' },
  )
  email?: string;

  @Field('A team of which you are a member; the grant is to all its members.', optional(uuid()), {
    omitFromExample: true,
  })
  teamId?: string;

  @fields.access.optional({ default: 'read' })
  access: GrantAccess = 'read';

  @fields.showAmounts.optional({ default: true })
  showAmounts: boolean = true;

  @fields.until.optional()
  until?: string | null;
}

@Dto('Changes to a grant (RFC 7396). Omitted fields are unchanged.')
export class GrantChangesDto {
  @fields.access.optional()
  access?: GrantAccess;

  @fields.showAmounts.optional()
  showAmounts?: boolean;

  @fields.until.optional()
  until?: string | null;
}

@Resource('A right of another account or of a team to use one of your resources.')
export class GrantDto extends ResourceDto {
  @fields.kind()
  kind!: string;

  @fields.resourceId()
  resourceId!: string;

  @Field('E-mail address as you gave it, in lower case; null for a grant to a team.', nullable(email()), {
    example: 'grace@watchfloor.test',
  })
  email!: string | null;

  @Field('The team; null for a grant to one account.', nullable(uuid()), { example: null })
  teamId!: string | null;

  @fields.access()
  access!: string;

  @fields.showAmounts()
  showAmounts!: boolean;

  @fields.until()
  until!: string | null;

  static from(grant: Grant): GrantDto {
    return answerOf(GrantDto, grant);
  }
}

export const GrantPageDto = pageOf(GrantDto, 'GrantPageDto', 'A page of the grants that you give, oldest first.');

@Dto('A resource of another account that you may use.')
export class ReceivedGrantDto {
  @Id()
  id!: string;

  @fields.kind()
  kind!: string;

  @fields.resourceId()
  resourceId!: string;

  @fields.path()
  path!: string | null;

  @fields.ownerName()
  ownerName!: string;

  @fields.teamId()
  teamId!: string | null;

  @fields.access()
  access!: string;

  @fields.showAmounts()
  showAmounts!: boolean;

  @fields.until()
  until!: string | null;

  @CreatedAt('When it was given (UTC).')
  createdAt!: string;

  static from(grant: ReceivedGrant & { path: string | null }): ReceivedGrantDto {
    return answerOf(ReceivedGrantDto, grant);
  }
}

export const ReceivedGrantPageDto = pageOf(
  ReceivedGrantDto,
  'ReceivedGrantPageDto',
  'A page of the resources that others share with you, oldest first.',
);
