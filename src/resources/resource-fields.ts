import { Field } from '../api/field.js';
import { integer, timestamp, uuid } from '../api/rules.js';

// Fields that all resources have, for their DTOs. In responses they have the position in which the DTO declares them.

export const Id = (): PropertyDecorator => Field('Identifier (UUIDv7).', uuid());

export const CreatedAt = (): PropertyDecorator => Field('When it was created (UTC).', timestamp());

export const UpdatedAt = (): PropertyDecorator => Field('When it was last changed (UTC).', timestamp());

export const Version = (): PropertyDecorator =>
  Field('Increases by one with every change; part of the ETag.', integer(1, 2_147_483_647), { example: 1 });
