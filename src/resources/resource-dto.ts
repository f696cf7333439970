import { Dto, Field } from '../api/field.js';
import { integer, timestamp, uuid } from '../api/rules.js';

/** The type of the fields that `@Resource` declares. */
export abstract class ResourceDto {
  declare id: string;
  declare createdAt: string;
  declare updatedAt: string;
  declare version: number;
}

/** The meaning of fields whose meaning is not the usual one. */
interface Meanings {
  createdAt?: string;
  updatedAt?: string;
  version?: string;
}

/**
 * Declares the DTO of a resource, which extends `ResourceDto`: the id comes first, then its own fields, then its times
 * and version.
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
