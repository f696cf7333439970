import { Dto, Field } from '../../api/field.js';
import { integer } from '../../api/rules.js';
import { EventType } from '../../events/event-type.js';

@Dto('The account reached a request limit.')
export class AccountCeilingReachedDto {
  @Field('Requests the account may make in a window.', integer(1, 1_000_000), { example: 600 })
  limit!: number;

  @Field('Length of a window in seconds.', integer(1, 86_400), { example: 60 })
  windowSeconds!: number;
}

export const accountCeilingReached = new EventType({
  type: 'account.ceiling_reached',
  description: 'Requests of your account were rejected because it reached a limit. Sent at most once an hour.',
  data: AccountCeilingReachedDto,
  audience: 'owner',
  tag: 'users',
  severities: [2],
  title: ({ limit, windowSeconds }) => `Your account reached its limit of ${limit} requests in ${windowSeconds} s`,
});
