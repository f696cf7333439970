import { Dto, Field } from '../../openapi/field.js';
import { integer, object, timestamp } from '../../openapi/rules.js';
import type { Usage } from './usage.service.js';

const MAX_COUNT = 1_000_000_000;

@Dto('Requests of the current window.')
export class RateUsageDto {
  @Field('Requests the account may make in a window.', integer(1, MAX_COUNT), { example: 600 })
  limit!: number;

  @Field('Requests left in the current window.', integer(0, MAX_COUNT), { example: 587 })
  remaining!: number;

  @Field('Length of a window in seconds.', integer(1, 86_400), { example: 60 })
  windowSeconds!: number;

  @Field('When the current window ends (UTC).', timestamp(), { example: '2026-11-20T23:16:00.000Z' })
  resetsAt!: string;
}

@Dto('Sessions of the account.')
export class SessionUsageDto {
  @Field('Sessions that can still be refreshed.', integer(0, 1000), { example: 2 })
  active!: number;

  @Field('Sessions an account can have; a new one ends the oldest.', integer(1, 1000), { example: 20 })
  limit!: number;
}

@Dto('What of the limits of an account is used.')
export class UsageDto {
  @Field(
    'Requests of the current window.',
    object(() => RateUsageDto),
  )
  rateLimit!: RateUsageDto;

  @Field(
    'Sessions.',
    object(() => SessionUsageDto),
  )
  sessions!: SessionUsageDto;

  static from({ rate, windowMs, sessions }: Usage): UsageDto {
    const { limit, remaining, resetsAtMs } = rate;
    const rateLimit = Object.assign(new RateUsageDto(), {
      limit,
      remaining,
      windowSeconds: Math.ceil(windowMs / 1000),
      resetsAt: new Date(resetsAtMs).toISOString(),
    });
    return Object.assign(new UsageDto(), { rateLimit, sessions: Object.assign(new SessionUsageDto(), sessions) });
  }
}
