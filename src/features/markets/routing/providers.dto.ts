import { AlwaysComplete } from '../../../http/always-complete.js';
import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, nullable, object, text, timestamp } from '../../../openapi/rules.js';
import { assetClasses } from '../asset-class.js';
import { intervals } from '../interval.js';
import { type Capability, providerNames } from '../providers/market-provider.js';
import type { Refusal } from './learned-refusals.js';
import type { ProviderOverview, ProvidersOverview, Way } from './providers-overview.service.js';

const operations = ['quotes', 'ticks', 'candles', 'actions', 'search', 'instrument', 'rates'];
const MAX_SECONDS = 1_000_000_000;

@Dto('One thing a provider can do.')
export class ProviderCapabilityDto {
  @Field('What it answers.', choice(operations), { example: 'candles' })
  operation!: string;

  @Field('Of which kinds of instrument.', list(choice(assetClasses), 6), { example: ['equity', 'etf'] })
  assetClasses!: string[];

  @Field('Of which venues, as in symbols; null: of every one.', nullable(list(text(1, 8), 200)), { example: ['US'] })
  venues!: string[] | null;

  @Field('At which intervals; empty where that does not apply.', list(choice(intervals), 7), { example: ['1m', '1h', '1d'] })
  intervals!: string[];

  @Field('How old its data is when it gives it out, in seconds.', integer(0, MAX_SECONDS), { example: 900 })
  delaySeconds!: number;

  static from({ operation, assetClasses, venues, intervals, delaySeconds }: Capability): ProviderCapabilityDto {
    return Object.assign(new ProviderCapabilityDto(), { operation, assetClasses, venues: venues ?? null, intervals: intervals ?? [], delaySeconds });
  }
}

@Dto('Something a provider refused, for which it is not asked for a while.')
export class ProviderRefusalDto {
  @Field('`not_entitled`: the key does not include it; `unauthorized`: the key is not accepted.', choice(['not_entitled', 'unauthorized']), {
    example: 'not_entitled',
  })
  code!: string;

  @Field('What was asked for; null: it refuses everything.', nullable(choice(operations)), { example: 'candles' })
  operation!: string | null;

  @Field('Of which kind of instrument; null: of every one.', nullable(choice(assetClasses)), { example: 'equity' })
  assetClass!: string | null;

  @Field('Of which venue; null: of every one.', nullable(text(1, 8)), { example: 'US' })
  venue!: string | null;

  @Field('At which interval; null: at every one.', nullable(choice(intervals)), { example: '1m' })
  interval!: string | null;

  @Field('When it is asked again (UTC).', timestamp(), { example: '2026-11-21T03:15:00.000Z' })
  until!: string;

  static from({ code, need, until }: Refusal): ProviderRefusalDto {
    const { operation = null, assetClass = null, venue = null, interval = null } = need ?? {};
    return Object.assign(new ProviderRefusalDto(), { code, operation, assetClass, venue, interval, until: until.toISOString() });
  }
}

@Dto('A source of market data.')
export class ProviderDto {
  @Field('The name used in `provenance` and in the configuration.', choice(providerNames), { example: 'eodhd' })
  name!: string;

  @Field('The name for people.', text(1, 100), { example: 'EODHD' })
  title!: string;

  @Field('Whether it is in force.', flag(), { example: true })
  configured!: boolean;

  @Field(
    'What it can do; empty where it is not in force.',
    list(
      object(() => ProviderCapabilityDto),
      100,
    ),
  )
  capabilities!: ProviderCapabilityDto[];

  @Field('How its feed is; null where it has none.', nullable(choice(['ok', 'stale', 'down', 'disabled', 'not_configured'])), { example: 'ok' })
  status!: string | null;

  @Field('For how long it is left alone, in seconds; 0: it may be asked.', integer(0, MAX_SECONDS), { example: 0 })
  pausedSeconds!: number;

  @Field(
    'What it refused lately, as far as this process has asked.',
    list(
      object(() => ProviderRefusalDto),
      10_000,
    ),
  )
  refusals!: ProviderRefusalDto[];

  static from({ capabilities, refusals, pausedMs, name, title, configured, status }: ProviderOverview): ProviderDto {
    return Object.assign(new ProviderDto(), {
      name,
      title,
      configured,
      capabilities: capabilities.map(ProviderCapabilityDto.from),
      status,
      pausedSeconds: Math.ceil(pausedMs / 1000),
      refusals: refusals.map(ProviderRefusalDto.from),
    });
  }
}

@Dto('Who is asked, in turn, for one thing.')
export class ProviderRoutingDto {
  @Field('The kind of instrument.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('What is asked for.', choice(operations), { example: 'quotes' })
  operation!: string;

  @Field('The providers in the order in which they are asked; those left alone for a while come last.', list(choice(providerNames), 8, 1), {
    example: ['eodhd', 'finnhub'],
  })
  providers!: string[];

  static from({ assetClass, operation, providers }: Way): ProviderRoutingDto {
    return Object.assign(new ProviderRoutingDto(), { assetClass, operation, providers });
  }
}

@Dto('Who serves what, and who is asked now.')
export class ProviderListDto {
  @Field(
    'Every provider there is, those in force first, by priority.',
    list(
      object(() => ProviderDto),
      100,
    ),
  )
  items!: ProviderDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;

  @Field(
    'The routing in force; what nobody serves is left out.',
    list(
      object(() => ProviderRoutingDto),
      100,
    ),
  )
  routing!: ProviderRoutingDto[];

  static from({ providers, routing }: ProvidersOverview): ProviderListDto {
    return Object.assign(new ProviderListDto(), { items: providers.map(ProviderDto.from), routing: routing.map(ProviderRoutingDto.from) });
  }
}
