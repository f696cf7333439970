import { Dto, Field } from '../api/field.js';
import { integer, timestamp } from '../api/rules.js';
import type { UsageCounts } from '../http/usage-meter.js';
import type { UsageOfHour } from './account-usage.js';

const count = () => integer(0, 9_007_199_254_740_991);

@Dto('Usage in a period.')
export class UsageCountsDto {
  @Field('Authenticated requests, refused ones included.', count(), { example: 1_820 })
  requestCount!: number;

  @Field('Requests that were answered with 429 or 503.', count(), { example: 3 })
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
