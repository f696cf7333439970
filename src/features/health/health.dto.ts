import { Dto, Field } from '../../openapi/field.js';
import { choice, flag, integer, list, nullable, number, object, optional, text, timestamp } from '../../openapi/rules.js';
import type { FeedIntakeCounts } from '../../upstream/feed-intake.js';
import type { FeedStatus } from '../../upstream/feed-status.js';
import { upstreamFailures } from '../../upstream/upstream-error.js';
import type { Check, Readiness } from './readiness.service.js';

const MAX_COUNT = 9_007_199_254_740_991;

@Dto('The process is alive.')
export class HealthDto {
  @Field('Always `ok`: a process that is not does not answer.', choice(['ok']), { example: 'ok' })
  status!: string;

  @Field('The release that runs.', text(1, 50), { example: '0.1.0' })
  version!: string;

  @Field('How long the process has run, in seconds.', integer(0, MAX_COUNT), { example: 86_400 })
  uptimeSeconds!: number;
}

@Dto('One thing the service needs.')
export class ReadinessCheckDto {
  @Field('What was checked.', text(1, 50), { example: 'database' })
  name!: string;

  @Field('Whether it answers; `slow` when it does not in time but did a moment ago.', choice(['ok', 'slow', 'failed']), { example: 'ok' })
  status!: string;

  @Field('How long it took to answer, in milliseconds.', number(0), { example: 0.8 })
  latencyMs!: number;

  @Field('What is wrong, in words; absent when nothing is.', optional(text(1, 200)), { example: 'does not answer' })
  detail?: string;

  static from({ name, status, latencyMs, detail }: Check): ReadinessCheckDto {
    return Object.assign(new ReadinessCheckDto(), { name, status, latencyMs, ...(detail === undefined ? {} : { detail }) });
  }
}

@Dto('Whether requests would be answered now.')
export class ReadinessDto {
  @Field('`ready`; `degraded` when something takes long to answer; `unavailable` when requests would fail.', choice(['ready', 'degraded', 'unavailable']), {
    example: 'ready',
  })
  status!: string;

  @Field(
    'What the service needs, one by one.',
    list(
      object(() => ReadinessCheckDto),
      20,
    ),
  )
  checks!: ReadinessCheckDto[];

  static from({ status, checks }: Readiness): ReadinessDto {
    return Object.assign(new ReadinessDto(), { status, checks: checks.map(ReadinessCheckDto.from) });
  }
}

@Dto('Calls left with a provider.')
export class FeedQuotaDto {
  @Field('Calls left until the reset.', integer(0, MAX_COUNT), { example: 41 })
  remaining!: number;

  @Field('Calls between two resets.', integer(0, MAX_COUNT), { example: 60 })
  limit!: number;

  @Field('When calls are counted anew (UTC); null when the provider does not say.', nullable(timestamp()), { example: '2026-11-21T00:00:00.000Z' })
  resetsAt!: string | null;
}

@Dto('How often one thing went wrong.')
export class FeedFailureDto {
  @Field('What went wrong.', choice(Object.keys(upstreamFailures)), { example: 'timeout' })
  kind!: string;

  @Field('How often, since the process started.', integer(1, MAX_COUNT), { example: 3 })
  count!: number;
}

@Dto('How many records were rejected for one reason.')
export class FeedRejectionDto {
  @Field(
    'Why: `not_newer` (late, repeated or of the future), `invalid`, `too_old`, `not_used` (of a kind that is not taken), or what the reader of the format says, such as `checksum`.',
    text(1, 50),
    { example: 'not_newer' },
  )
  reason!: string;

  @Field('How many, since the process started.', integer(1, MAX_COUNT), { example: 14 })
  count!: number;
}

@Dto('What became of the records of a feed since the process started.')
export class FeedIntakeDto {
  @Field('Records that were read: kept and rejected ones together.', integer(0, MAX_COUNT), { example: 120_408 })
  read!: number;

  @Field('Records that were kept, also those that repeat a known event.', integer(0, MAX_COUNT), { example: 120_394 })
  kept!: number;

  @Field(
    'Records that were left out, by reason.',
    list(
      object(() => FeedRejectionDto),
      50,
    ),
  )
  rejected!: FeedRejectionDto[];

  static from({ read, kept, rejected }: FeedIntakeCounts): FeedIntakeDto {
    return Object.assign(new FeedIntakeDto(), { read, kept, rejected: rejected.map((one) => Object.assign(new FeedRejectionDto(), one)) });
  }
}

@Dto('One upstream feed.')
export class FeedStatusDto {
  @Field('The feed.', text(1, 100), { example: 'quotes' })
  feed!: string;

  @Field('Who provides it. `simulator` is the built-in simulator.', text(1, 100), { example: 'simulator' })
  provider!: string;

  @Field(
    'How it is doing. `disabled`: nothing is wrong, and nothing comes, as from a recording that was read to its end, or while the feed stands by.',
    choice(['ok', 'stale', 'down', 'disabled', 'not_configured']),
    { example: 'ok' },
  )
  status!: string;

  @Field('`true` while another process of the service reads it, and this one would if that ended; absent otherwise.', optional(flag()), { example: true })
  standby?: boolean;

  @Field('When it last delivered (UTC); null when it never did.', nullable(timestamp()), { example: '2026-11-20T23:15:00.000Z' })
  lastSuccessAt!: string | null;

  @Field('How long ago that was, in seconds; null when it never did.', nullable(number(0)), { example: 2.5 })
  ageSeconds!: number | null;

  @Field('Records accepted since the process started.', integer(0, MAX_COUNT), { example: 120_394 })
  records!: number;

  @Field('Failures since the last success.', integer(0, MAX_COUNT), { example: 0 })
  consecutiveFailures!: number;

  @Field('Calls left with the provider; absent when it does not tell.', optional(object(() => FeedQuotaDto)))
  quota?: FeedQuotaDto;

  @Field(
    'What went wrong since the process started, by kind; absent for a feed that does not count it.',
    optional(
      list(
        object(() => FeedFailureDto),
        50,
      ),
    ),
  )
  failures?: FeedFailureDto[];

  @Field('What became of its records; absent for a feed that does not count it.', optional(object(() => FeedIntakeDto)))
  intake?: FeedIntakeDto;

  static from({ quota, lastSuccessAt, failures, intake, ...rest }: FeedStatus): FeedStatusDto {
    const { feed, provider, status, standby, ageSeconds, records, consecutiveFailures } = rest;
    const counted = failures && { failures: failures.map(({ kind, count }) => Object.assign(new FeedFailureDto(), { kind, count })) };
    const shown = quota === null ? {} : { quota: Object.assign(new FeedQuotaDto(), { ...quota, resetsAt: quota.resetsAt?.toISOString() ?? null }) };
    return Object.assign(new FeedStatusDto(), {
      feed,
      provider,
      status,
      ...(standby && { standby }),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      ageSeconds,
      records,
      consecutiveFailures,
      ...shown,
      ...counted,
      ...(intake && { intake: FeedIntakeDto.from(intake) }),
    });
  }
}

@Dto('Every upstream feed of this process, by name.')
export class FeedListDto {
  @Field(
    'The feeds; empty when none runs here.',
    list(
      object(() => FeedStatusDto),
      1000,
    ),
  )
  items!: FeedStatusDto[];
}
