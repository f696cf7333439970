import { Dto, Field } from '../api/field.js';
import { integer, timestamp, uuid } from '../api/rules.js';

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

/** Descriptions of common fields that differ from the usual ones. */
interface Meanings {
  createdAt?: string;
  updatedAt?: string;
  version?: string;
}

/**
 * Class decorator: declares the DTO of a resource, which extends `ResourceDto`. The order is: id, the DTO's own fields,
 * times, version.
 */
export function Resource(description: string, meanings: Meanings = {}): ClassDecorator {
  return (target) => {
    const { prototype } = target;
    Field('Identifier (UUIDv7).', uuid(), { identity: true })(prototype, 'id');
    CreatedAt(meanings.createdAt)(prototype, 'createdAt');
    UpdatedAt(meanings.updatedAt)(prototype, 'updatedAt');
    Version(meanings.version)(prototype, 'version');
    Dto(description)(target);
  };
}
