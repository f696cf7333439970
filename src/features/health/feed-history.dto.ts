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
  timeOrDay,
  timestamp,
} from '../../api/rules.js';
import { SinglePageCursor } from '../../http/single-page-cursor.js';
import { SECOND_MS } from '../../time/durations.js';
import { historyStatuses } from '../../upstream/feed-history.js';
import type { FeedHistoryReading } from './feed-history.service.js';
import { type FeedPeriod, MAX_PERIODS } from './feed-period.js';

const seconds = () => number(0, 31 * 86_400);

@Dto('The time of a history.')
export class FeedHistoryQuery {
  @Field('Inclusive, at most 31 days before `to`. Default: a day before `to`.', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-20T00:00:00.000Z',
  })
  from?: string;

  @Field('Exclusive. Default: now.', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21T00:00:00.000Z',
  })
  to?: string;
}

@Dto('A time in which a feed had one status.')
export class FeedPeriodDto {
  @Field('Status; `unknown` while no process watched the feed.', choice(historyStatuses), { example: 'down' })
  status!: string;

  @Field('Start (UTC), inclusive.', timestamp(), { example: '2026-11-20T13:00:00.000Z' })
  from!: string;

  @Field('End (UTC), exclusive.', timestamp(), { example: '2026-11-20T14:00:00.000Z' })
  to!: string;

  @Field('Length in seconds.', seconds(), { example: 3_600 })
  durationSeconds!: number;

  static from({ status, from, to }: FeedPeriod): FeedPeriodDto {
    return Object.assign(new FeedPeriodDto(), {
      status,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      durationSeconds: (to - from) / SECOND_MS,
    });
  }
}

@Dto('The seconds of each status in a range.')
export class FeedStatusDurationsDto {
  @Field('Seconds with status `ok`.', seconds(), { example: 82_800 })
  okSeconds!: number;

  @Field('Seconds with status `stale`.', seconds(), { example: 0 })
  staleSeconds!: number;

  @Field('Seconds with status `down`.', seconds(), { example: 3_600 })
  downSeconds!: number;

  @Field('Seconds with status `disabled`.', seconds(), { example: 0 })
  disabledSeconds!: number;

  @Field('Seconds with status `not_configured`.', seconds(), { example: 0 })
  notConfiguredSeconds!: number;

  @Field('Seconds in which no process watched the feed.', seconds(), { example: 0 })
  unknownSeconds!: number;
}

@Dto('The status of a feed over time.')
export class FeedHistoryDto {
  @Field('Name of the feed.', text(1, 100), { example: 'ais.tcp' })
  feed!: string;

  @Field('Provider at the last change; null without a stored status.', nullable(text(1, 100)), { example: 'ais' })
  provider!: string | null;

  @Field('Whether a feed of this name exists now; false after it was renamed or removed.', flag(), { example: true })
  registered!: boolean;

  @Field('Start of the range (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  from!: string;

  @Field('End of the range (UTC).', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;

  @Field(
    'Fraction of the time in which the feed was `ok`, of the time in which it was `ok`, `stale` or `down`; null ' +
      'without such time.',
    nullable(number(0, 1)),
    { example: 0.9583 },
  )
  uptimeFraction!: number | null;

  @Field('The number of periods with status `down`.', integer(0, MAX_PERIODS), { example: 1 })
  outageCount!: number;

  @Field(
    'The time of each status.',
    object(() => FeedStatusDurationsDto),
  )
  durations!: FeedStatusDurationsDto;

  @Field('The periods, newest first.', objects(FeedPeriodDto, MAX_PERIODS))
  items!: FeedPeriodDto[];

  @Field(
    `Whether there were more than ${MAX_PERIODS.toLocaleString('en-US')} periods; \`from\` is then the start of the ` +
      'oldest one returned.',
    flag(),
    { example: false },
  )
  truncated!: boolean;

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ feed, provider, isRegistered, from, to, ...reading }: FeedHistoryReading): FeedHistoryDto {
    const { periods, isCut, totals, uptime, outages } = reading;
    const { not_configured: notConfigured, ...others } = totals;
    const inSeconds = Object.entries({ ...others, notConfigured }).map(([name, ms]) => [
      `${name}Seconds`,
      ms / SECOND_MS,
    ]);
    return Object.assign(new FeedHistoryDto(), {
      feed,
      provider,
      registered: isRegistered,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      uptimeFraction: uptime === null ? null : Number(uptime.toFixed(6)),
      outageCount: outages,
      durations: Object.assign(new FeedStatusDurationsDto(), Object.fromEntries(inSeconds)),
      items: periods.map(FeedPeriodDto.from),
      truncated: isCut,
    });
  }
}
