import type { AccountUsageTotals, UsagePeriod } from '../../../accounts/account-usage.js';
import { UsageCountsDto } from '../../../accounts/usage.dto.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  email,
  nullable,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { type Page, PageQuery } from '../../../http/page.js';
import type { UsageCounts, UsageKind } from '../../../http/usage-meter.js';
import { ReasonField } from '../read-reason.dto.js';

/** The fields to sort by. */
const kinds = {
  requestCount: 'requests',
  rejectedRequestCount: 'refusedRequests',
  streamCount: 'streams',
  aiTokenCount: 'aiTokens',
  webhookAttemptCount: 'webhookAttempts',
} as const satisfies Record<string, UsageKind>;

@Dto('Usage of an account in the period.')
export class AccountUsageTotalsDto extends UsageCountsDto {
  @Field('Id of the account.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70' })
  accountId!: string;

  @Field('E-mail address of the account.', email(), { example: 'ada@example.com' })
  email!: string;

  @Field('Name of the account.', text(1, 100), { example: 'Ada Lovelace' })
  displayName!: string;

  static of(usage: AccountUsageTotals): AccountUsageTotalsDto {
    const { accountId, email, displayName } = usage;
    return Object.assign(new AccountUsageTotalsDto(), { accountId, email, displayName, ...UsageCountsDto.from(usage) });
  }
}

@Dto('A page of accounts with what they used.')
export class AccountUsageTotalsPageDto {
  @Field('Beginning of the first hour (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  from!: string;

  @Field('End of the last hour (UTC).', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;

  @Field(
    'Usage of all accounts in the period.',
    object(() => UsageCountsDto),
  )
  totals!: UsageCountsDto;

  @Field('The accounts of this page.', objects(AccountUsageTotalsDto, 200))
  items!: object[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  static from({ from, to }: UsagePeriod, totals: UsageCounts, page: Page<object>): AccountUsageTotalsPageDto {
    return Object.assign(new AccountUsageTotalsPageDto(), {
      from: from.toISOString(),
      to: to.toISOString(),
      totals: UsageCountsDto.from(totals),
      ...page,
    });
  }
}

@Dto('The period, and the page of the accounts.')
export class AccountUsageQuery extends PageQuery {
  @Field(
    'Beginning of the period; a day before `to` by default. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-20',
    },
  )
  from?: string;

  @Field(
    'End of the period, exclusive. Default: now. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      omitFromExample: true,
      example: '2026-11-21',
    },
  )
  to?: string;

  @Field('The count by which accounts are sorted, the highest first.', optional(choice(Object.keys(kinds))), {
    default: 'requestCount',
    example: 'aiTokenCount',
  })
  sort: keyof typeof kinds = 'requestCount';

  @ReasonField()
  reason?: string;

  static kindOf({ sort }: AccountUsageQuery): UsageKind {
    return kinds[sort];
  }
}
