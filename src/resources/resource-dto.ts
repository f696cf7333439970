import { Dto, Field } from '../api/field.js';
import { integer, timestamp, uuid } from '../api/rules.js';

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
  const {
    createdAt = 'When it was created (UTC).',
    updatedAt = 'When it was last changed (UTC).',
    version = 'Increases by one with every change; part of the ETag.',
  } = meanings;
  return (target) => {
    const { prototype } = target;
    Field('Identifier (UUIDv7).', uuid(), { identity: true })(prototype, 'id');
    Field(createdAt, timestamp())(prototype, 'createdAt');
    Field(updatedAt, timestamp())(prototype, 'updatedAt');
    Field(version, integer(1, 2_147_483_647), { example: 1 })(prototype, 'version');
    Dto(description)(target);
  };
}
