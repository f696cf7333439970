import { Dto, Field } from '../../../api/field.js';
import { flag, integer, list, number, object, objects, optional, text, timestamp } from '../../../api/rules.js';
import { CloudEventDto } from '../../../events/event.dto.js';
import type { NearbyRecord, PriceChange } from '../../../events/event-context-sources.js';
import type { EventEnvelope, LoggedEvent } from '../../../events/logged-event.js';
import type { EventContext } from './event-context.js';

const MAX_ITEMS = 100;
const missing = () => list(text(1, 300), 20);
const missingText = 'Missing data, in sentences; empty if nothing is missing.';

@Dto('The range around an event.')
export class EventContextQuery {
  @Field(
    'Length of the range before the event, and of the range after it, in seconds: a minute to a week.',
    optional(integer(60, 604_800)),
    {
      default: 3_600,
      example: 3_600,
    },
  )
  windowSeconds: number = 3_600;

  @Field('Maximum distance from the event, in meters.', optional(integer(100, 500_000)), {
    default: 50_000,
    example: 50_000,
  })
  radiusMeters: number = 50_000;
}

@Dto('The change of a price in the range.')
export class ContextPriceChangeDto {
  @Field('The instrument.', text(3, 33), { example: 'CL.COMM' })
  symbol!: string;

  @Field('Whether the event is about the instrument; otherwise it is one of those that moved most.', flag(), {
    example: true,
  })
  subject!: boolean;

  @Field('Start of the first candle in the range (UTC).', timestamp(), { example: '2026-11-20T22:15:00.000Z' })
  fromTime!: string;

  @Field('The open of the first candle.', number(0, 1e15), { example: 71.2 })
  fromPrice!: number;

  @Field('Start of the last candle in the range (UTC).', timestamp(), { example: '2026-11-21T00:14:00.000Z' })
  toTime!: string;

  @Field('The close of the last candle.', number(0, 1e15), { example: 72.9 })
  toPrice!: number;

  @Field('The change in percent.', number(-100, 1e12), { example: 2.39 })
  changePercent!: number;

  @Field('The provider of the candles; `simulator` for simulated data.', text(1, 50), { example: 'eodhd' })
  provider!: string;

  static from({ fromTime, toTime, isSubject, ...change }: PriceChange): ContextPriceChangeDto {
    return Object.assign(new ContextPriceChangeDto(), {
      ...change,
      subject: isSubject,
      fromTime: fromTime.toISOString(),
      toTime: toTime.toISOString(),
    });
  }
}

@Dto('A vessel, an aircraft or a geo event near the event.')
export class ContextRecordDto {
  @Field('The entity, as `<kind>:<id>`: `vessel:`, `aircraft:` or `geo_event:`.', text(3, 150), {
    example: 'vessel:219024336',
  })
  entity!: string;

  @Field('Name or title of the record.', text(1, 300), { example: 'Vessel MAERSK EINDHOVEN' })
  title!: string;

  @Field('Latitude in degrees (WGS 84).', number(-90, 90), { example: 51.93 })
  lat!: number;

  @Field('Longitude in degrees (WGS 84).', number(-180, 180), { example: 4.02 })
  lon!: number;

  @Field('Great-circle distance from the event in meters.', integer(0, 20_100_000), { example: 3_010 })
  distanceMeters!: number;

  @Field('When it was there: its last report before that moment, or the beginning of a geo event (UTC).', timestamp(), {
    example: '2026-11-20T23:14:41.000Z',
  })
  time!: string;

  @Field('The provider; `simulator` for simulated data.', text(1, 50), { example: 'ais' })
  provider!: string;

  static from({ key, time, ...record }: NearbyRecord): ContextRecordDto {
    return Object.assign(new ContextRecordDto(), { entity: key, ...record, time: time.toISOString() });
  }
}

@Dto('Price changes around the event.')
export class PriceContextDto {
  @Field(
    'The instruments of the event, at most 5, then the followed instruments that moved most, at most 10.',
    objects(ContextPriceChangeDto, MAX_ITEMS),
  )
  items!: ContextPriceChangeDto[];

  @Field(missingText, missing(), { example: [] })
  missing!: string[];
}

@Dto('Vessels, aircraft and geo events near the event.')
export class NearbyContextDto {
  @Field(
    'At most 15 vessels, 15 aircraft and 15 geo events that began in the range, nearest first.',
    objects(ContextRecordDto, MAX_ITEMS),
  )
  items!: ContextRecordDto[];

  @Field(missingText, missing(), { example: [] })
  missing!: string[];
}

@Dto('Other events reported around the event.')
export class EventsContextDto {
  @Field(
    'The 25 events before and the 25 events after it in the range, oldest first.',
    objects(CloudEventDto, MAX_ITEMS),
  )
  items!: CloudEventDto[];

  @Field(missingText, missing(), { example: [] })
  missing!: string[];
}

@Dto('The context of an event.')
export class EventContextDto {
  @Field(
    'The event whose context was requested.',
    object(() => CloudEventDto),
  )
  event!: CloudEventDto;

  @Field('Start of the range (UTC).', timestamp(), { example: '2026-11-20T22:15:00.000Z' })
  from!: string;

  @Field('End of the range (UTC).', timestamp(), { example: '2026-11-21T00:15:00.000Z' })
  to!: string;

  @Field(
    'Price changes in the range.',
    object(() => PriceContextDto),
  )
  prices!: PriceContextDto;

  @Field(
    'Vessels, aircraft and geo events near its place.',
    object(() => NearbyContextDto),
  )
  nearby!: NearbyContextDto;

  @Field(
    'Other events of your timeline in the range.',
    object(() => EventsContextDto),
  )
  events!: EventsContextDto;

  /** Returns the response. @param envelopeOf converts an event to its envelope */
  static from(
    { event, from, to, prices, nearby, reported }: EventContext,
    envelopeOf: (event: LoggedEvent) => EventEnvelope,
  ): EventContextDto {
    const eventDto = (one: LoggedEvent) => CloudEventDto.from(envelopeOf(one));
    return Object.assign(new EventContextDto(), {
      event: eventDto(event),
      from: from.toISOString(),
      to: to.toISOString(),
      prices: { items: prices.items.map(ContextPriceChangeDto.from), missing: prices.missing },
      nearby: { items: nearby.items.map(ContextRecordDto.from), missing: nearby.missing },
      events: { items: reported.items.map(eventDto), missing: reported.missing },
    });
  }
}
