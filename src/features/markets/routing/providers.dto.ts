import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, nullable, object, text, timestamp } from '../../../openapi/rules.js';
import { assetClasses } from '../asset-class.js';
import { intervals } from '../interval.js';
import { type Capability, providerNames } from '../providers/market-provider.js';
import type { Refusal } from './entitlement-cache.js';
import type { ProviderOverview, ProvidersOverview, Route } from './providers-overview.service.js';

const operations = ['quotes', 'ticks', 'candles', 'actions', 'search', 'instrument', 'rates'];
const MAX_SECONDS = 1_000_000_000;

@Dto('One thing a provider can do.')
export class CapabilityDto {
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

  static from({ operation, assetClasses, venues, intervals, delaySeconds }: Capability): CapabilityDto {
    return Object.assign(new CapabilityDto(), { operation, assetClasses, venues: venues ?? null, intervals: intervals ?? [], delaySeconds });
  }
}

@Dto('Something a provider refused, for which it is not asked for a while.')
export class RefusalDto {
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

  static from({ code, requirement, until }: Refusal): RefusalDto {
    const { operation = null, assetClass = null, venue = null, interval = null } = requirement ?? {};
    return Object.assign(new RefusalDto(), { code, operation, assetClass, venue, interval, until: until.toISOString() });
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
      object(() => CapabilityDto),
      100,
    ),
  )
  capabilities!: CapabilityDto[];

  @Field('How its feed is; null where it has none.', nullable(choice(['ok', 'stale', 'down', 'disabled', 'not_configured'])), { example: 'ok' })
  status!: string | null;

  @Field('For how long it is left alone, in seconds; 0: it may be asked.', integer(0, MAX_SECONDS), { example: 0 })
  pausedSeconds!: number;

  @Field(
    'What it refused lately, as far as this process has asked.',
    list(
      object(() => RefusalDto),
      10_000,
    ),
  )
  refusals!: RefusalDto[];

  static from({ capabilities, refusals, pausedMs, name, title, configured, status }: ProviderOverview): ProviderDto {
    return Object.assign(new ProviderDto(), {
      name,
      title,
      configured,
      capabilities: capabilities.map(CapabilityDto.from),
      status,
      pausedSeconds: Math.ceil(pausedMs / 1000),
      refusals: refusals.map(RefusalDto.from),
    });
  }
}

@Dto('Who is asked, in turn, for one thing.')
export class RoutingDto {
  @Field('The kind of instrument.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('What is asked for.', choice(operations), { example: 'quotes' })
  operation!: string;

  @Field('The providers in the order in which they are asked; those left alone for a while come last.', list(choice(providerNames), 8, 1), {
    example: ['eodhd', 'finnhub'],
  })
  providers!: string[];

  static from({ assetClass, operation, providers }: Route): RoutingDto {
    return Object.assign(new RoutingDto(), { assetClass, operation, providers });
  }
}

@Dto('Who serves what, and who is asked now.')
export class ProvidersDto {
  @Field(
    'Every provider there is, those in force first, by priority.',
    list(
      object(() => ProviderDto),
      100,
    ),
  )
  items!: ProviderDto[];

  @Field(
    'The routing in force; what nobody serves is left out.',
    list(
      object(() => RoutingDto),
      100,
    ),
  )
  routing!: RoutingDto[];

  static from({ providers, routing }: ProvidersOverview): ProvidersDto {
    return Object.assign(new ProvidersDto(), { items: providers.map(ProviderDto.from), routing: routing.map(RoutingDto.from) });
  }
}
