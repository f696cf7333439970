import type { LoggedEvent } from '../../../events/logged-event.js';
import { PageQuery, pageOf } from '../../../http/page.js';
import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, nullable, object, optional, text, timeOrDay, timestamp, uuid } from '../../../openapi/rules.js';
import { degrees } from '../geojson.js';
import { entityOf } from '../layer.js';
import { PositionDto } from '../position.dto.js';
import type { Backtest } from './backtest.js';
import type { Insider } from './fence-history.service.js';
import { entityPattern, GeofenceTransitionDataDto } from './geofences.events.js';
import { type TransitionType, transitionTypes } from './transition.js';
import { transitionData } from './transition-data.js';

const entity = () => text(13, 18, entityPattern);
const type = () => choice(transitionTypes);
const typeSays = '`entered`, `exited`, or `dwelled`: stayed for as long as the policy says.';

@Dto('Something that is inside a geofence.')
export class GeofenceMemberDto {
  @Field('Who: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', entity(), { example: 'vessel:219024336' })
  entity!: string;

  @Field('The name of the ship or the callsign of the aircraft; null when it is not known.', nullable(text(1, 100)), { example: 'EVER GIVEN' })
  name!: string | null;

  @Field('Since when (UTC): its first report inside, or when the fence was made around it.', timestamp())
  since!: string;

  @Field('Whether its stay was told already as long enough.', flag(), { example: false })
  dwelled!: boolean;

  @Field('Where it is; null when that is not known.', nullable(object(() => PositionDto)))
  position!: PositionDto | null;

  @Field('When it was there (UTC); null when that is not known.', nullable(timestamp()))
  observedAt!: string | null;

  @Field('The source of its latest report, `simulator` being made up and never real; null when it is not in the live picture.', nullable(text(1, 50)), {
    example: 'ais',
  })
  provider!: string | null;

  static from({ layer, key, name, since, dwelled, place, provider }: Insider): GeofenceMemberDto {
    return Object.assign(new GeofenceMemberDto(), {
      entity: entityOf(layer, key),
      name: name === null || name === '' ? null : name.slice(0, 100),
      since: since.toISOString(),
      dwelled,
      position: place === undefined ? null : { lat: degrees(place.lat), lon: degrees(place.lon) },
      observedAt: place === undefined ? null : new Date(place.observedAt).toISOString(),
      provider,
    });
  }
}

export const GeofenceMemberPageDto = pageOf(GeofenceMemberDto, 'GeofenceMemberPageDto', 'A page of what is inside a geofence.');

@Dto('What happened at a geofence.')
export class GeofenceTransitionDto extends GeofenceTransitionDataDto {
  @Field('The event, as in `GET /timeline/{id}`.', uuid(), { identity: true })
  id!: string;

  @Field(typeSays, type(), { example: 'entered', identity: true })
  type!: TransitionType;

  static from({ id, type, data }: LoggedEvent): GeofenceTransitionDto {
    // One by one: the database keeps them in an order of its own.
    const { geofenceId, geofenceName, entity, position, occurredAt, reason, enteredAt, staySeconds, provider, ...origin } =
      data as unknown as GeofenceTransitionDataDto;
    const told = {
      geofenceId,
      geofenceName,
      entity,
      position,
      occurredAt,
      reason,
      enteredAt,
      staySeconds,
      provider,
      simulated: origin.simulated,
      derivedFrom: origin.derivedFrom,
    };
    return { id, type: type.slice('geofence.'.length) as TransitionType, ...told };
  }
}

export const GeofenceTransitionPageDto = pageOf(GeofenceTransitionDto, 'GeofenceTransitionPageDto', 'A page of what happened at a geofence, latest first.');

@Dto('Which of the things that happened at a geofence.')
export class GeofenceHappeningsQuery extends PageQuery {
  @Field('Only what happened at this time (UTC) or later; not after `to`. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-20T00:00:00Z',
  })
  from?: string;

  @Field('Only what happened before this time (UTC). A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21T00:00:00Z',
  })
  to?: string;

  @Field(`Only these. ${typeSays}`, optional(list(type(), transitionTypes.length, 1)), { omitFromExample: true, example: ['entered', 'exited'] })
  type?: TransitionType[];
}

@Dto('The time to try a geofence on.')
export class GeofenceBacktestRequestDto {
  @Field('From when (UTC). A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-20T00:00:00Z' })
  from!: string;

  @Field('Until when (UTC): after `from`, by at most 7 days. A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-21T00:00:00Z' })
  to!: string;
}

@Dto('What would have happened.')
export class BacktestTransitionDto extends GeofenceTransitionDataDto {
  @Field(typeSays, type(), { example: 'entered', identity: true })
  type!: TransitionType;

  @Field(
    'True: it follows from a report that was not kept. The report lay between two kept points, near the straight line; its time is estimated and may be off by up to the time between them. False: it follows from a kept point, or from the clock.',
    flag(),
    { example: false },
  )
  estimated!: boolean;
}

@Dto('What would have happened at a geofence, by the tracks that are kept. The engine of the geofences runs over them.')
export class GeofenceBacktestDto {
  @Field(
    'What would have been told, in the order of time.',
    list(
      object(() => BacktestTransitionDto),
      1_000,
    ),
  )
  transitions!: BacktestTransitionDto[];

  @Field('How many ships and aircraft were looked at: all that came within 10 km of the boxes around the fence.', integer(0, 2_147_483_647), { example: 12 })
  objects!: number;

  @Field('How many points of their tracks were read; 0 too where the tracks of that time are kept no longer.', integer(0, 2_147_483_647), { example: 3_400 })
  points!: number;

  @Field(
    'How many reports of those tracks were not kept, as they lay near the straight line between kept points. 0: the tracks are whole, and the transitions are those that would have been published. More: times of `estimated` transitions may be off, and a visit that only touched the edge may be missing or extra. Tracks of before version 0.2 do not say, and count none: of them only the kept points are tried. Never in a backtest: exits of what no longer reports (`lost`).',
    integer(0, 2_147_483_647),
    { example: 0 },
  )
  leftOutReports!: number;

  @Field(
    'What cut it short, so that something may be missing: more than 2,000 `objects`, or so much traffic that not all could be looked for in time; more than 100,000 `points`, or 400,000 with those between them (then the latest are missing), or more than 1,000 `transitions`; null when nothing did.',
    nullable(choice(['objects', 'points', 'transitions'])),
    { example: null },
  )
  cutBy!: Backtest['cutBy'];

  static from({ transitions, objects, points, leftOut, cutBy }: Backtest): GeofenceBacktestDto {
    const told: BacktestTransitionDto[] = transitions.map((one) => ({ type: one.type, ...transitionData(one), estimated: one.isEstimated }));
    return Object.assign(new GeofenceBacktestDto(), { transitions: told, objects, points, leftOutReports: leftOut, cutBy });
  }
}
