import { Field } from '../api/field.js';
import { nullable, text } from '../api/rules.js';

/** The `nextCursor` of a list that comes whole: every list has one envelope. */
export const SinglePageCursor = (): PropertyDecorator =>
  Field('Always null: the list is complete.', nullable(text(1, 512)), { example: null });
