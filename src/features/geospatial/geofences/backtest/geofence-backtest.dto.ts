import { Dto, Field } from '../../../../openapi/field.js';
import { choice, flag, integer, list, nullable, object, timeOrDay } from '../../../../openapi/rules.js';
import { transitionType, transitionTypeText } from '../api/geofence-history.dto.js';
import { GeofenceTransitionDataDto } from '../geofences.events.js';
import type { TransitionType } from '../transition.js';
import { transitionData } from '../transition-data.js';
import type { Backtest } from './backtest.js';

@Dto('The time to try a geofence on.')
export class GeofenceBacktestRequestDto {
  @Field('Inclusive. A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-20T00:00:00Z' })
  from!: string;

  @Field('Exclusive; after `from`, by at most 7 days. A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-21T00:00:00Z' })
  to!: string;
}

@Dto('What would have happened.')
export class BacktestTransitionDto extends GeofenceTransitionDataDto {
  @Field(transitionTypeText, transitionType(), { example: 'entered', identity: true })
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

  static from({ transitions, objects, points, omittedReports, cutBy }: Backtest): GeofenceBacktestDto {
    const items: BacktestTransitionDto[] = transitions.map((one) => ({ type: one.type, ...transitionData(one), estimated: one.isEstimated }));
    return Object.assign(new GeofenceBacktestDto(), { transitions: items, objects, points, leftOutReports: omittedReports, cutBy });
  }
}
