import { Field } from '../api/field.js';
import { nullable, text } from '../api/rules.js';

/** Declares `nextCursor` of a list that is always complete, so that all lists have the same envelope. */
export const SinglePageCursor = (): PropertyDecorator =>
  Field('Always null: the list is complete.', nullable(text(1, 512)), { example: null });
