import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, nullable, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { assetClasses } from '../asset-class.js';
import { calendarKinds } from '../calendar-entry.js';
import { intervals } from '../interval.js';
import { type Capability, instrumentOperations, providerNames } from '../providers/market-provider.js';
import type { Refusal } from './entitlement-cache.js';
import type { ProviderOverview, ProvidersOverview, Route } from './providers-overview.service.js';

const MAX_SECONDS = 1_000_000_000;

@Dto('Something that a provider offers.')
export class ProviderCapabilityDto {
  @Field('The kind of data.', choice(instrumentOperations), { example: 'candles' })
  operation!: string;

  @Field('The asset classes for which it is offered.', list(choice(assetClasses), 6), { example: ['equity', 'etf'] })
  assetClasses!: string[];

  @Field('The venues for which it is offered, as in symbols; null for all venues.', nullable(list(text(1, 8), 200)), {
    example: ['US'],
  })
  venues!: string[] | null;

  @Field('The candle intervals offered; empty for other operations.', list(choice(intervals), 7), {
    example: ['1m', '1h', '1d'],
  })
  intervals!: string[];

  @Field('Age of data when the provider publishes it, in seconds.', integer(0, MAX_SECONDS), { example: 900 })
  delaySeconds!: number;

  static from({ venues, intervals, ...capability }: Capability): ProviderCapabilityDto {
    return answerOf(ProviderCapabilityDto, { ...capability, venues: venues ?? null, intervals: intervals ?? [] });
  }
}

@Dto('A request that a provider refused, and that is therefore not repeated for a while.')
export class ProviderRefusalDto {
  @Field(
    '`not_entitled`: the plan does not include it. `unauthorized`: the provider rejects the API key.',
    choice(['not_entitled', 'unauthorized']),
    {
      example: 'not_entitled',
    },
  )
  code!: string;

  @Field(
    'The kind of data refused; null if the provider refuses every request.',
    nullable(choice(instrumentOperations)),
    {
      example: 'candles',
    },
  )
  operation!: string | null;

  @Field('The asset class refused; null for all.', nullable(choice(assetClasses)), { example: 'equity' })
  assetClass!: string | null;

  @Field('The venue refused; null for all.', nullable(text(1, 8)), { example: 'US' })
  venue!: string | null;

  @Field('The candle interval refused; null for all.', nullable(choice(intervals)), { example: '1m' })
  interval!: string | null;

  @Field('When the provider may be queried again (UTC).', timestamp(), { example: '2026-11-21T03:15:00.000Z' })
  until!: string;

  static from({ code, requirement, until }: Refusal): ProviderRefusalDto {
    const { operation = null, assetClass = null, venue = null, interval = null } = requirement ?? {};
    return Object.assign(new ProviderRefusalDto(), {
      code,
      operation,
      assetClass,
      venue,
      interval,
      until: until.toISOString(),
    });
  }
}

@Dto('A provider of market data.')
export class ProviderDto {
  @Field('The identifier used in `provenance` and in the configuration.', choice(providerNames), { example: 'eodhd' })
  name!: string;

  @Field('The display name.', text(1, 100), { example: 'EODHD' })
  title!: string;

  @Field('Whether the provider is configured.', flag(), { example: true })
  configured!: boolean;

  @Field('Offers of the provider; empty if it is not configured.', objects(ProviderCapabilityDto, 100))
  capabilities!: ProviderCapabilityDto[];

  @Field(
    'The kinds of `GET /markets/calendar` that it offers for all companies or economies, without those that it ' +
      'refused recently.',
    list(choice(calendarKinds), calendarKinds.length),
    { example: ['split', 'earnings'] },
  )
  calendars!: string[];

  @Field(
    'The status of its feed; null for a provider without a feed.',
    nullable(choice(['ok', 'stale', 'down', 'disabled', 'not_configured'])),
    { example: 'ok' },
  )
  status!: string | null;

  @Field('Remaining pause of calls to the provider, in seconds; 0 if calls are not paused.', integer(0, MAX_SECONDS), {
    example: 0,
  })
  pausedSeconds!: number;

  @Field('Recent refusals of the provider.', objects(ProviderRefusalDto, 10_000))
  refusals!: ProviderRefusalDto[];

  static from({ capabilities, refusals, pausedMs, ...providerOverview }: ProviderOverview): ProviderDto {
    return answerOf(ProviderDto, {
      ...providerOverview,
      capabilities: capabilities.map(ProviderCapabilityDto.from),
      pausedSeconds: Math.ceil(pausedMs / 1000),
      refusals: refusals.map(ProviderRefusalDto.from),
    });
  }
}

@Dto('The providers of one kind of data, in the order in which they are queried.')
export class ProviderRoutingDto {
  @Field('Asset class for which the providers are queried.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('The kind of data.', choice(instrumentOperations), { example: 'quotes' })
  operation!: string;

  @Field(
    'The providers in the order in which they are queried; paused providers come last.',
    list(choice(providerNames), 8, 1),
    {
      example: ['eodhd', 'finnhub'],
    },
  )
  providers!: string[];

  static from(route: Route): ProviderRoutingDto {
    return answerOf(ProviderRoutingDto, route);
  }
}

@Dto('The market data providers and their routing.')
export class ProviderListDto {
  @Field('All providers: configured ones first, by priority.', objects(ProviderDto, 100))
  items!: ProviderDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'The current routing by asset class and operation; without entries that no provider offers.',
    objects(ProviderRoutingDto, 100),
  )
  routing!: ProviderRoutingDto[];

  static from({ providers, routing }: ProvidersOverview): ProviderListDto {
    return Object.assign(new ProviderListDto(), {
      items: providers.map(ProviderDto.from),
      routing: routing.map(ProviderRoutingDto.from),
    });
  }
}
