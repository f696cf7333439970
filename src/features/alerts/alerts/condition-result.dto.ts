import { Dto, Field } from '../../../api/field.js';
import { choice, flag, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import type { ConditionResult } from '../engine/alert-transition.js';
import { readingJson } from './alert-json.js';

@Dto('A record that a condition was evaluated with.')
export class AlertRecord {
  @Field(
    'The type of record, such as `symbol`, `vessel`, `geofence`, `geo_event` or `event` (of the timeline).',
    text(1, 40),
    { example: 'symbol' },
  )
  type!: string;

  @Field('The id of the record.', text(1, 200), { example: 'AAPL.US' })
  id!: string;

  @Field('Where to read it; null if there is no path for it.', nullable(text(1, 500)), {
    example: '/api/v1/markets/quotes/AAPL.US',
  })
  href!: string | null;
}

@Dto('A named detail of the observed value, such as the base price of a change.')
export class ConditionDetail {
  @Field('Name of the detail.', text(1, 100), { example: 'basePrice' })
  name!: string;

  @Field('Value of the detail as text.', text(0, 1_000), { example: '240.5' })
  value!: string;
}

@Dto('The result of one leaf of a condition: a condition that holds no others.')
export class ConditionResultDto {
  @Field('The leaf, as a JSON Pointer below the condition; empty when the condition is a single leaf.', text(0, 500), {
    example: '',
  })
  pointer!: string;

  @Field('The type of the leaf.', text(1, 40), { example: 'price' })
  type!: string;

  @Field(
    '`ok`: it has a value; `waiting`: nothing was observed yet; `warming`: its window is not full yet; ' +
      '`no_data`: its source has no value.',
    choice(['ok', 'waiting', 'warming', 'no_data']),
    { example: 'ok' },
  )
  status!: string;

  @Field('True if the leaf was met; null if unknown.', nullable(flag()), { example: true })
  met!: boolean | null;

  @Field(
    'The price, percentage, factor, distance (m), silence (s) or number of records; null without a value.',
    nullable(number()),
    { example: 251.3 },
  )
  value!: number | null;

  @Field('The number that the value was compared with; null for geofences.', nullable(number()), { example: 250 })
  threshold!: number | null;

  @Field('The comparison; null for leaves without a threshold.', nullable(choice(['above', 'below'])), {
    example: 'above',
  })
  operator!: string | null;

  @Field(
    'Distance of the value from the threshold, in its unit: positive until the leaf is met, then zero or ' +
      'negative; null if unknown.',
    nullable(number()),
    {
      example: -1.3,
    },
  )
  distance!: number | null;

  @Field('When the value was observed (UTC); null if it was not.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  observedAt!: string | null;

  @Field('The records that the leaf was evaluated with.', objects(AlertRecord, 100))
  records!: AlertRecord[];

  @Field('Further values of the evaluation, such as the base price of a change.', objects(ConditionDetail, 50), {
    example: [],
  })
  details!: ConditionDetail[];

  static from(reading: ConditionResult): ConditionResultDto {
    return Object.assign(new ConditionResultDto(), readingJson(reading));
  }
}
