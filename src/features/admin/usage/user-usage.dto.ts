import { ResourceUsageDto, SessionUsageDto, UsageCountsDto } from '../../../accounts/usage.dto.js';
import { Dto, Field } from '../../../api/field.js';
import { integer, object, objects, uuid } from '../../../api/rules.js';
import type { UserUsage } from './user-usage.service.js';

@Dto('Requests that an account may make.')
export class UserRateLimitDto {
  @Field('Requests in a window.', integer(1, 1_000_000_000), { example: 600 })
  limit!: number;

  @Field('Length of a window in seconds.', integer(1, 86_400), { example: 60 })
  windowSeconds!: number;
}

@Dto("An account's usage of its limits.")
export class UserUsageDto {
  @Field('Id of the account.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70' })
  accountId!: string;

  @Field(
    'The limit of requests: `rateCeiling` of the account, else the setting `rateLimit`.',
    object(() => UserRateLimitDto),
  )
  rateLimit!: UserRateLimitDto;

  @Field(
    'Number of active sessions, and its limit.',
    object(() => SessionUsageDto),
  )
  sessions!: SessionUsageDto;

  @Field('Limits of features, by name.', objects(ResourceUsageDto, 1_000))
  resources!: ResourceUsageDto[];

  @Field(
    'Counts of the last 24 hours, up to 15 seconds late.',
    object(() => UsageCountsDto),
  )
  lastDay!: UsageCountsDto;

  static from({ accountId, rateLimit, sessions, resources, lastDay }: UserUsage): UserUsageDto {
    return Object.assign(new UserUsageDto(), {
      accountId,
      rateLimit: Object.assign(new UserRateLimitDto(), rateLimit),
      sessions: Object.assign(new SessionUsageDto(), sessions),
      resources: resources.map(ResourceUsageDto.from),
      lastDay: UsageCountsDto.from(lastDay),
    });
  }
}
