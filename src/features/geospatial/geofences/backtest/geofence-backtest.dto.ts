import { Dto, Field } from '../../../../api/field.js';
import { choice, flag, integer, nullable, objects, timeOrDay } from '../../../../api/rules.js';
import { transitionType, transitionTypeText } from '../api/geofence-history.dto.js';
import { GeofenceTransitionDataDto } from '../geofences.events.js';
import type { TransitionType } from '../transition.js';
import { transitionData } from '../transition-data.js';
import type { Backtest } from './backtest.js';

@Dto('The time range of a backtest.')
export class GeofenceBacktestRequestDto {
  @Field('Inclusive. A plain date is the start of that day (UTC).', timeOrDay(), { example: '2026-11-20T00:00:00Z' })
  from!: string;

  @Field('Exclusive; after `from`, by at most 7 days. A plain date is the start of that day (UTC).', timeOrDay(), {
    example: '2026-11-21T00:00:00Z',
  })
  to!: string;
}

@Dto('A transition that the geofence would have produced.')
export class BacktestTransitionDto extends GeofenceTransitionDataDto {
  @Field(transitionTypeText, transitionType(), { example: 'entered', identity: true })
  type!: TransitionType;

  @Field(
    'True: it results from a report that was not stored. The report was between two stored points, near the ' +
      'straight line; its time is estimated and may be wrong by up to the time between them. False: it results ' +
      'from a stored point, or from the clock.',
    flag(),
    { example: false },
  )
  estimated!: boolean;
}

@Dto('The transitions that a geofence would have produced, evaluated against stored tracks.')
export class GeofenceBacktestDto {
  @Field('The transitions in the order of time.', objects(BacktestTransitionDto, 1_000))
  transitions!: BacktestTransitionDto[];

  @Field(
    'The number of vessels and aircraft evaluated: all that came within 10 km of the bounding boxes of the geofence.',
    integer(0, 2_147_483_647),
    {
      example: 12,
    },
  )
  objects!: number;

  @Field(
    'The number of stored points evaluated. It is also 0 if the tracks of that time were deleted.',
    integer(0, 2_147_483_647),
    { example: 3_400 },
  )
  points!: number;

  @Field(
    'The number of reports that were not stored because they were near the straight line between stored ' +
      'points. 0: the tracks are complete, and the transitions are those that would have been published. More: ' +
      'times of `estimated` transitions may be wrong, and a visit that only touched the edge may be missing or ' +
      'extra. Tracks from before version 0.2 count 0, and only their stored points are evaluated. A backtest ' +
      'never contains exits of objects that no longer report (`lost`).',
    integer(0, 2_147_483_647),
    { example: 0 },
  )
  leftOutReports!: number;

  @Field(
    'The limit that cut the backtest short, so that transitions may be missing: more than 2,000 `objects`, or ' +
      'a search for objects that timed out; more than 100,000 `points`, or 400,000 with interpolated ones (the ' +
      'latest are missing); more than 1,000 `transitions`. Null if no limit was reached.',
    nullable(choice(['objects', 'points', 'transitions'])),
    { example: null },
  )
  cutBy!: Backtest['cutBy'];

  static from({ transitions, objects, points, omittedReports, cutBy }: Backtest): GeofenceBacktestDto {
    const items: BacktestTransitionDto[] = transitions.map((one) => ({
      type: one.type,
      ...transitionData(one),
      estimated: one.isEstimated,
    }));
    return Object.assign(new GeofenceBacktestDto(), {
      transitions: items,
      objects,
      points,
      leftOutReports: omittedReports,
      cutBy,
    });
  }
}
