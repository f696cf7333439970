import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, object, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { FeedSettings } from '../../../upstream/feed-controls.js';
import type { AdminFeed } from './feed-administration.service.js';

const interval = () => nullable(integer(1, 86_400));
const intervalText = 'Seconds from one poll to the next, varied at random by up to a tenth; null: as configured.';
const budgetText =
  'Calls of the provider that the service may make; replaces all configured budgets. Null: as configured.';

export const feedName = {
  name: { description: 'Name of the feed, as listed.', rule: text(1, 100), example: 'markets.eodhd' },
};

@Dto('A number of calls in a window of time.')
export class FeedBudgetDto {
  @Field('Maximum number of calls in a window.', integer(1, 10_000_000), { example: 60 })
  limit!: number;

  @Field('Length of the window in seconds.', integer(1, 2_678_400), { example: 60 })
  windowSeconds!: number;
}

@Dto('A feed with its settings.')
export class AdminFeedDto {
  @Field('Name of the feed.', text(1, 100), { example: 'markets.eodhd' })
  feed!: string;

  @Field('Provider; `simulator` is the built-in simulator.', text(1, 100), { example: 'eodhd' })
  provider!: string;

  @Field(
    'Status, as in `GET /health/feeds`; for a feed that only another process reads, the last published one.',
    choice(['ok', 'stale', 'down', 'disabled', 'not_configured']),
    {
      example: 'ok',
    },
  )
  status!: string;

  @Field(
    'Process that reads the feed, as `host:pid`; null for a feed that processes do not share, and while no ' +
      'process reads it.',
    nullable(text(1, 100)),
    {
      example: 'watchfloor-1:4711',
    },
  )
  process!: string | null;

  @Field('False: the feed is not read, and its provider is not called.', flag(), { example: true })
  enabled!: boolean;

  @Field(intervalText, interval(), { example: null })
  intervalSeconds!: number | null;

  @Field(budgetText, nullable(object(() => FeedBudgetDto)), { example: null })
  budget!: FeedBudgetDto | null;

  static from({
    feed,
    provider,
    status,
    process,
    settings: { isEnabled, intervalSeconds, budget },
  }: AdminFeed): AdminFeedDto {
    const shown =
      budget && Object.assign(new FeedBudgetDto(), { limit: budget.calls, windowSeconds: budget.windowSeconds });
    return Object.assign(new AdminFeedDto(), {
      feed,
      provider,
      status,
      process,
      enabled: isEnabled,
      intervalSeconds,
      budget: shown,
    });
  }
}

@Dto('The feeds of all processes, by name.')
export class AdminFeedListDto {
  @Field('The feeds.', objects(AdminFeedDto, 1000))
  items!: AdminFeedDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}

@Dto('Changes of the settings of a feed; omitted fields are unchanged.')
export class FeedChangesDto {
  @Field('False stops reading the feed and calling its provider; true starts it again.', optional(flag()), {
    example: true,
  })
  enabled?: boolean;

  @Field(`${intervalText} Only for feeds that are polled.`, optional(interval()), { example: null })
  intervalSeconds?: number | null;

  @Field(budgetText, optional(nullable(object(() => FeedBudgetDto))), { example: { limit: 60, windowSeconds: 60 } })
  budget?: FeedBudgetDto | null;

  static settingsOf({ enabled, intervalSeconds, budget }: FeedChangesDto): Partial<FeedSettings> {
    return {
      ...(enabled === undefined ? {} : { isEnabled: enabled }),
      ...(intervalSeconds === undefined ? {} : { intervalSeconds }),
      ...(budget === undefined
        ? {}
        : { budget: budget && { calls: budget.limit, windowSeconds: budget.windowSeconds } }),
    };
  }
}
