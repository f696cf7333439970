import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, optional, text, timestamp } from '../../../api/rules.js';
import { type InjectedFault, injectedFaults } from '../../../upstream/feed-controls.js';
import type { ActiveFault } from './fault-injection.service.js';

const MAX_CALLS = 10_000;
const kinds =
  '`rate_limited`: HTTP 429; `timeout`: fails as timed out, without waiting; `garbage`: unreadable ' +
  'response; `disconnect`: no connection.';

export const feedParameter = {
  name: { description: 'Name of the feed, as in `GET /health/feeds`.', rule: text(1, 100), example: 'markets.eodhd' },
};

@Dto('A fault to inject into a feed.')
export class NewFeedFaultDto {
  @Field(kinds, choice(injectedFaults), { example: 'timeout' })
  type!: InjectedFault;

  @Field('Number of calls that fail; if omitted, all calls fail.', optional(integer(1, MAX_CALLS)), {
    example: 3,
  })
  callCount?: number;

  @Field('Seconds after which the fault ends in any case.', optional(integer(1, 86_400)), { default: 60, example: 60 })
  seconds: number = 60;
}

@Dto('An injected fault.')
export class FeedFaultDto {
  @Field('Name of the feed.', text(1, 100), { example: 'markets.eodhd' })
  feed!: string;

  @Field(kinds, choice(injectedFaults), { example: 'timeout' })
  type!: string;

  @Field('Remaining calls that fail; null: all calls until the fault ends.', nullable(integer(0, MAX_CALLS)), {
    example: 3,
  })
  remainingCallCount!: number | null;

  @Field('End of the fault (UTC).', timestamp(), { example: '2026-11-20T23:16:00.000Z' })
  until!: string;

  static from({ kind, callsLeft, ...activeFault }: ActiveFault): FeedFaultDto {
    return answerOf(FeedFaultDto, { ...activeFault, type: kind, remainingCallCount: callsLeft });
  }
}
