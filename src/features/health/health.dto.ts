import { Dto, Field } from '../../api/field.js';
import {
  choice,
  flag,
  integer,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../api/rules.js';
import { SinglePageCursor } from '../../http/single-page-cursor.js';
import { injectedFaults } from '../../upstream/feed-controls.js';
import type { FeedIntakeCounts } from '../../upstream/feed-intake.js';
import type { FeedStatus } from '../../upstream/feed-status.js';
import { upstreamFailures } from '../../upstream/upstream-error.js';
import type { Check } from './probe.js';
import type { Readiness } from './readiness.service.js';

const MAX_COUNT = 9_007_199_254_740_991;

@Dto('The process is alive.')
export class HealthDto {
  @Field('Always `ok`; a process that is not alive does not respond.', choice(['ok']), { example: 'ok' })
  status!: string;

  @Field('Version of the service.', text(1, 50), { example: '0.1.0' })
  version!: string;

  @Field('Uptime of the process in seconds.', integer(0, MAX_COUNT), { example: 86_400 })
  uptimeSeconds!: number;
}

@Dto('A check of one dependency.')
export class ReadinessCheckDto {
  @Field('Name of the dependency.', text(1, 50), { example: 'database' })
  name!: string;

  @Field(
    'Result; `slow` when it takes longer than 50 ms but answered what was sent before.',
    choice(['ok', 'slow', 'failed']),
    {
      example: 'ok',
    },
  )
  status!: string;

  @Field('Response time in milliseconds.', number(0), { example: 0.8 })
  latencyMs!: number;

  @Field('Description of the failure; absent without a failure.', optional(text(1, 200)), {
    example: 'does not answer',
  })
  detail?: string;

  static from({ name, status, latencyMs, detail }: Check): ReadinessCheckDto {
    return Object.assign(new ReadinessCheckDto(), {
      name,
      status,
      latencyMs,
      ...(detail === undefined ? {} : { detail }),
    });
  }
}

@Dto('Readiness of the process.')
export class ReadinessDto {
  @Field(
    '`ready`; `degraded` when a dependency is slow; `unavailable` when requests would fail.',
    choice(['ready', 'degraded', 'unavailable']),
    {
      example: 'ready',
    },
  )
  status!: string;

  @Field('One check for each dependency.', objects(ReadinessCheckDto, 20))
  checks!: ReadinessCheckDto[];

  static from({ status, checks }: Readiness): ReadinessDto {
    return Object.assign(new ReadinessDto(), { status, checks: checks.map(ReadinessCheckDto.from) });
  }
}

@Dto('Remaining calls at a provider.')
export class FeedQuotaDto {
  @Field('Calls left until the reset.', integer(0, MAX_COUNT), { example: 41 })
  remaining!: number;

  @Field('Calls allowed between two resets.', integer(0, MAX_COUNT), { example: 60 })
  limit!: number;

  @Field('Time of the next reset (UTC); null when the provider does not state it.', nullable(timestamp()), {
    example: '2026-11-21T00:00:00.000Z',
  })
  resetsAt!: string | null;
}

@Dto('Number of failures of one kind.')
export class FeedFailureDto {
  @Field('Kind of the failure.', choice(Object.keys(upstreamFailures)), { example: 'timeout' })
  kind!: string;

  @Field('Number since the process started.', integer(1, MAX_COUNT), { example: 3 })
  count!: number;
}

@Dto('Number of records rejected for one reason.')
export class FeedRejectionDto {
  @Field(
    'Reason: `not_newer` (late, repeated or in the future), `invalid`, `too_old`, `not_used` (a kind that is ' +
      'not processed), or a reason of the parser, such as `checksum`.',
    text(1, 50),
    { example: 'not_newer' },
  )
  reason!: string;

  @Field('Number since the process started.', integer(1, MAX_COUNT), { example: 14 })
  count!: number;
}

@Dto('Intake of a feed since the process started.')
export class FeedIntakeDto {
  @Field('Records read: kept and rejected.', integer(0, MAX_COUNT), { example: 120_408 })
  read!: number;

  @Field('Records kept, including repetitions of known events.', integer(0, MAX_COUNT), { example: 120_394 })
  kept!: number;

  @Field('Records rejected, by reason.', objects(FeedRejectionDto, 50))
  rejected!: FeedRejectionDto[];

  static from({ read, kept, rejected }: FeedIntakeCounts): FeedIntakeDto {
    return Object.assign(new FeedIntakeDto(), {
      read,
      kept,
      rejected: rejected.map((one) => Object.assign(new FeedRejectionDto(), one)),
    });
  }
}

@Dto('One upstream feed.')
export class FeedStatusDto {
  @Field('Name of the feed, the same in events, metrics and settings.', text(1, 100), { example: 'quotes' })
  feed!: string;

  @Field('Provider; `simulator` is the built-in simulator.', text(1, 100), { example: 'simulator' })
  provider!: string;

  @Field(
    'Status. `disabled`: without error, but no data is expected, such as after the end of a recording or on standby.',
    choice(['ok', 'stale', 'down', 'disabled', 'not_configured']),
    { example: 'ok' },
  )
  status!: string;

  @Field(
    '`true` while another process reads the feed and this one would take over; absent otherwise.',
    optional(flag()),
    { example: true },
  )
  standby?: boolean;

  @Field(
    'Process that reads the feed, as `host:pid`; absent for feeds that processes do not share, and while ' +
      'no process reads it.',
    optional(text(1, 100)),
    {
      example: 'watchfloor-1:4711',
    },
  )
  process?: string;

  @Field('Time of the last success (UTC); null before the first success.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  lastSuccessAt!: string | null;

  @Field('Seconds since the last success; null before the first success.', nullable(number(0)), { example: 2.5 })
  ageSeconds!: number | null;

  @Field('Records accepted since the process started.', integer(0, MAX_COUNT), { example: 120_394 })
  records!: number;

  @Field('Failures since the last success.', integer(0, MAX_COUNT), { example: 0 })
  consecutiveFailures!: number;

  @Field('Remaining calls at the provider; absent when it does not state them.', optional(object(() => FeedQuotaDto)))
  quota?: FeedQuotaDto;

  @Field(
    'Failures since the process started, by kind; absent for feeds that do not count them.',
    optional(objects(FeedFailureDto, 50)),
  )
  failures?: FeedFailureDto[];

  @Field('Intake of records; absent for feeds that do not count them.', optional(object(() => FeedIntakeDto)))
  intake?: FeedIntakeDto;

  @Field(
    'The fault that replaces the responses of the feed at present, injected by an operator for a test; absent ' +
      'otherwise.',
    optional(choice(injectedFaults)),
    {
      omitFromExample: true,
      example: 'timeout',
    },
  )
  injectedFault?: string;

  static from({ quota, lastSuccessAt, failures, intake, ...rest }: FeedStatus): FeedStatusDto {
    const { feed, provider, status, standby, process, ageSeconds, records, consecutiveFailures, injectedFault } = rest;
    const counted = failures && {
      failures: failures.map(({ kind, count }) => Object.assign(new FeedFailureDto(), { kind, count })),
    };
    const shown =
      quota === null
        ? {}
        : { quota: Object.assign(new FeedQuotaDto(), { ...quota, resetsAt: quota.resetsAt?.toISOString() ?? null }) };
    return Object.assign(new FeedStatusDto(), {
      feed,
      provider,
      status,
      ...(standby && { standby }),
      ...(process && { process }),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      ageSeconds,
      records,
      consecutiveFailures,
      ...shown,
      ...counted,
      ...(intake && { intake: FeedIntakeDto.from(intake) }),
      ...(injectedFault && { injectedFault }),
    });
  }
}

@Dto('All upstream feeds of this process, by name.')
export class FeedListDto {
  @Field('The feeds; empty when this process runs no feed.', objects(FeedStatusDto, 1000))
  items!: FeedStatusDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
