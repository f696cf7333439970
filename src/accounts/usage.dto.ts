import { answerOf } from '../api/answer.js';
import { Dto, Field } from '../api/field.js';
import { flag, integer, optional, text, timestamp } from '../api/rules.js';
import type { UsageCounts } from '../http/usage-meter.js';
import type { UsageOfHour } from './account-usage.js';
import type { ResourceUsage } from './resource-usages.js';

const MAX_USED = 1_000_000_000;
const count = () => integer(0, 9_007_199_254_740_991);

@Dto('Usage in a period.')
export class UsageCountsDto {
  @Field('Authenticated requests, including those that were rejected.', count(), { example: 1_820 })
  requestCount!: number;

  @Field('Requests with the response 429 or 503.', count(), { example: 3 })
  rejectedRequestCount!: number;

  @Field('Opened streams.', count(), { example: 12 })
  streamCount!: number;

  @Field('Tokens of AI models, input and output together.', count(), { example: 48_200 })
  aiTokenCount!: number;

  @Field('Attempts to deliver to webhook endpoints.', count(), { example: 96 })
  webhookAttemptCount!: number;

  static from({ requests, refusedRequests, streams, aiTokens, webhookAttempts }: UsageCounts): UsageCountsDto {
    const counts = { requestCount: requests, rejectedRequestCount: refusedRequests, streamCount: streams };
    return Object.assign(new UsageCountsDto(), {
      ...counts,
      aiTokenCount: aiTokens,
      webhookAttemptCount: webhookAttempts,
    });
  }
}

@Dto('Usage in an hour.')
export class HourlyUsageDto extends UsageCountsDto {
  @Field('Beginning of the hour (UTC).', timestamp(), { example: '2026-11-20T23:00:00.000Z' })
  hour!: string;

  static of(usage: UsageOfHour): HourlyUsageDto {
    return Object.assign(new HourlyUsageDto(), { hour: usage.hour.toISOString(), ...UsageCountsDto.from(usage) });
  }
}

@Dto('Sessions of the account.')
export class SessionUsageDto {
  @Field('Number of active sessions.', integer(0, 1000), { example: 2 })
  active!: number;

  @Field('Maximum number of sessions; a new one ends the oldest.', integer(1, 1000), { example: 20 })
  limit!: number;
}

@Dto('Use of one limit of an account.')
export class ResourceUsageDto {
  @Field(
    'Name of the limit, such as `portfolios`, `alert_rules` or `alert_evaluation_units` (one rule evaluated for one ' +
      'object; refilled at 20,000 per second, evaluations wait when empty).',
    text(1, 100),
    { example: 'alert_rules' },
  )
  name!: string;

  @Field('The amount used.', integer(0, MAX_USED), { example: 3 })
  used!: number;

  @Field('The largest amount that the account may use.', integer(0, MAX_USED), { example: 200 })
  limit!: number;

  @Field('True when an operator has set this limit for the account.', optional(flag()), { example: false })
  hasOwnLimit?: boolean;

  static from({ isOwn, ...usage }: ResourceUsage): ResourceUsageDto {
    return answerOf(ResourceUsageDto, { ...usage, hasOwnLimit: isOwn });
  }
}
