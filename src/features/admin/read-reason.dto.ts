import { Dto, Field } from '../../api/field.js';
import { optional, text } from '../../api/rules.js';

/** Declares the parameter in which operators give the reason for reading data of an account. */
export const ReasonField = (): PropertyDecorator =>
  Field(
    'Reason for the read, kept in the audit record. Required where `SVC_ADMIN_READ_REASON` is `required`.',
    optional(text(3, 300)),
    {
      omitFromExample: true,
      example: 'Ticket 4711: cannot sign in',
    },
  );

@Dto('The reason for a read.')
export class ReadReasonQuery {
  @ReasonField()
  reason?: string;
}
