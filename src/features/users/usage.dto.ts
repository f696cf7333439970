import { ResourceUsageDto, SessionUsageDto, UsageCountsDto } from '../../accounts/usage.dto.js';
import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import { integer, object, objects, text, timestamp } from '../../api/rules.js';
import type { UpstreamShare } from '../../upstream/upstream-shares.js';
import type { Usage } from './usage.service.js';

const MAX_COUNT = 1_000_000_000;

@Dto('Requests in the current window.')
export class RateLimitUsageDto {
  @Field('Requests the account may make in a window.', integer(1, MAX_COUNT), { example: 600 })
  limit!: number;

  @Field('Requests left in the current window.', integer(0, MAX_COUNT), { example: 587 })
  remaining!: number;

  @Field('Length of a window in seconds.', integer(1, 86_400), { example: 60 })
  windowSeconds!: number;

  @Field('End of the current window (UTC).', timestamp(), { example: '2026-11-20T23:16:00.000Z' })
  resetsAt!: string;
}

@Dto('The share of an account in the call budget of a vendor.')
export class UpstreamUsageDto {
  @Field('Name of the vendor, as in `GET /markets/providers`.', text(1, 100), { example: 'finnhub' })
  vendor!: string;

  @Field('The feed it serves, as in `GET /health/feeds`.', text(1, 100), { example: 'markets.finnhub' })
  feed!: string;

  @Field('Length of the window in seconds.', integer(1, 31_536_000), { example: 86_400 })
  windowSeconds!: number;

  @Field('Calls on behalf of the account in this window.', integer(0, MAX_COUNT), { example: 12 })
  used!: number;

  @Field(
    'Maximum number of calls on its behalf in this window, including `used`; calls for other accounts reduce ' +
      'it. Beyond it cached data is served, and uncached data is 503 `unavailable`.',
    integer(0, MAX_COUNT),
    { example: 400 },
  )
  share!: number;

  @Field('End of the window (UTC).', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  resetsAt!: string;

  static from({ provider, resetsAt, ...upstreamShare }: UpstreamShare): UpstreamUsageDto {
    return answerOf(UpstreamUsageDto, {
      ...upstreamShare,
      vendor: provider,
      resetsAt: new Date(resetsAt).toISOString(),
    });
  }
}

@Dto('Usage of the limits of an account.')
export class AccountUsageDto {
  @Field(
    'Requests in the current window.',
    object(() => RateLimitUsageDto),
  )
  rateLimit!: RateLimitUsageDto;

  @Field(
    'Number of active sessions, and its limit.',
    object(() => SessionUsageDto),
  )
  sessions!: SessionUsageDto;

  @Field('Shares of vendor budgets.', objects(UpstreamUsageDto, 1_000))
  upstreams!: UpstreamUsageDto[];

  @Field('Limits of features, by name.', objects(ResourceUsageDto, 1_000))
  resources!: ResourceUsageDto[];

  @Field(
    'Counts of the last 24 hours, up to 15 seconds late.',
    object(() => UsageCountsDto),
  )
  lastDay!: UsageCountsDto;

  static from({ rate, windowMs, sessions, upstreams, resources, lastDay }: Usage): AccountUsageDto {
    const { limit, remaining, resetsAtMs } = rate;
    const rateLimit = Object.assign(new RateLimitUsageDto(), {
      limit,
      remaining,
      windowSeconds: Math.ceil(windowMs / 1000),
      resetsAt: new Date(resetsAtMs).toISOString(),
    });
    return Object.assign(new AccountUsageDto(), {
      rateLimit,
      sessions: Object.assign(new SessionUsageDto(), sessions),
      upstreams: upstreams.map(UpstreamUsageDto.from),
      resources: resources.map(ResourceUsageDto.from),
      lastDay: UsageCountsDto.from(lastDay),
    });
  }
}
