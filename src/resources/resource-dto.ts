import { answerOf } from '../api/answer.js';
import { Dto, Field, sharedField } from '../api/field.js';
import { choice, flag, integer, nullable, object, optional, text, timestamp, uuid } from '../api/rules.js';
import { OldestFirstQuery } from '../http/page.js';
import type { ReceivedGrant } from './grant.repository.js';

// Fields of resources whose DTOs declare them one by one. In responses they have the position of their declaration.

export const Id = (): PropertyDecorator => Field('Identifier (UUIDv7).', uuid());

export const CreatedAt = (description = 'When it was created (UTC).'): PropertyDecorator =>
  Field(description, timestamp());

export const UpdatedAt = (description = 'When it was last changed (UTC).'): PropertyDecorator =>
  Field(description, timestamp());

export const Version = (description = 'Increases by one with every change; part of the ETag.'): PropertyDecorator =>
  Field(description, integer(1, 2_147_483_647), { example: 1 });

/** Base class with the fields that `@Resource` declares. */
export abstract class ResourceDto {
  declare id: string;
  declare createdAt: string;
  declare updatedAt: string;
  declare version: number;
}

/** The fields of the terms of a grant. */
export const grantFields = {
  access: sharedField(
    '`read`: the resource can be read. `write`: it can also be changed, but not deleted or granted further.',
    choice(['read', 'write']),
    { example: 'read' },
  ),
  showAmounts: sharedField(
    'False: amounts of money are hidden, and only operations that return fractions are open. Portfolios and clients ' +
      'have amounts; for other kinds it is true.',
    flag(),
    { example: true },
  ),
  until: sharedField('End of the grant (UTC), exclusive; null: it does not end by itself.', nullable(timestamp()), {
    example: null,
  }),
  ownerName: sharedField('Display name of the owner.', text(1, 100), { example: 'Ada Lovelace' }),
  teamId: sharedField(
    'The team of yours to which the resource is granted; null for a grant to you alone.',
    nullable(uuid()),
    { example: null },
  ),
};

@Dto('The grant by which you may use a resource of another account.')
export class HeldGrantDto {
  @Field('Id of the grant.', uuid())
  id!: string;

  @grantFields.ownerName()
  ownerName!: string;

  @grantFields.teamId()
  teamId!: string | null;

  @grantFields.access()
  access!: string;

  @grantFields.showAmounts()
  showAmounts!: boolean;

  @grantFields.until()
  until!: string | null;

  static from(grant: ReceivedGrant): HeldGrantDto {
    return answerOf(HeldGrantDto, grant);
  }
}

/** Adds the grant by which the caller sees a resource to its DTO, which `@Resource` declares as `grantable`. */
export const withGrant = (dto: object, grant: ReceivedGrant): object =>
  Object.assign(dto, { grant: HeldGrantDto.from(grant) });

/** Declares the query parameter `shared` of a list. */
export const SharedOnly = (): PropertyDecorator =>
  Field('True: the resources of others that you may use, each with its `grant`. False: your own.', optional(flag()), {
    default: false,
    example: false,
  });

@Dto('The page of a list, its order, and whether it contains resources of others.')
export class SharedListQuery extends OldestFirstQuery {
  @SharedOnly()
  shared: boolean = false;
}

/** Descriptions of common fields that differ from the usual ones, and whether the resource can be granted. */
interface Meanings {
  createdAt?: string;
  updatedAt?: string;
  version?: string;
  /** True: lists with `shared=true` add the field `grant`. */
  grantable?: true;
}

const Grant = (): PropertyDecorator =>
  Field('The grant by which you may use it; only in lists with `shared=true`.', optional(object(() => HeldGrantDto)), {
    omitFromExample: true,
  });

/**
 * Class decorator: declares the DTO of a resource, which extends `ResourceDto`. The order is: id, the DTO's own fields,
 * times, version, and `grant` if the resource can be granted.
 */
export function Resource(description: string, meanings: Meanings = {}): ClassDecorator {
  return (target) => {
    const { prototype } = target;
    Field('Identifier (UUIDv7).', uuid(), { identity: true })(prototype, 'id');
    CreatedAt(meanings.createdAt)(prototype, 'createdAt');
    UpdatedAt(meanings.updatedAt)(prototype, 'updatedAt');
    Version(meanings.version)(prototype, 'version');
    if (meanings.grantable) Grant()(prototype, 'grant');
    Dto(description)(target);
  };
}
