import { Dto, Field } from '../../api/field.js';
import { flag, integer, nullable, number, object, timestamp, uuid } from '../../api/rules.js';
import { type EndpointStats, MAX_COUNTED, type WindowStats } from './endpoint-stats.js';

const count = () => integer(0, MAX_COUNTED);
const milliseconds = () => nullable(integer(0, 2_147_483_647));

@Dto('Statistics of an endpoint over the last hours.')
export class WebhookEndpointStatsWindowDto {
  @Field('Number of hours.', integer(1, 168), { example: 24 })
  hours!: number;

  @Field('Deliveries queued in this time that succeeded.', count(), { example: 120 })
  delivered!: number;

  @Field('Deliveries queued in this time that failed.', count(), { example: 1 })
  failed!: number;

  @Field('Attempts made in this time.', count(), { example: 130 })
  attempts!: number;

  @Field('Fraction of successful attempts, 0 to 1; null without attempts.', nullable(number(0, 1)), { example: 0.92 })
  successShare!: number | null;

  @Field('Median response time in milliseconds; null without responses.', milliseconds(), { example: 48 })
  latencyP50Ms!: number | null;

  @Field('95th percentile of the response time in milliseconds; null without responses.', milliseconds(), {
    example: 210,
  })
  latencyP95Ms!: number | null;

  @Field(`False: of more than ${MAX_COUNTED} only the newest are counted.`, flag(), { example: true })
  complete!: boolean;

  static from({
    hours,
    delivered,
    failed,
    attempts,
    succeeded,
    p50,
    p95,
    complete,
  }: WindowStats): WebhookEndpointStatsWindowDto {
    const successShare = attempts === 0 ? null : succeeded / attempts;
    return Object.assign(new WebhookEndpointStatsWindowDto(), {
      hours,
      delivered,
      failed,
      attempts,
      successShare,
      latencyP50Ms: p50,
      latencyP95Ms: p95,
      complete,
    });
  }
}

@Dto('Statistics of an endpoint.')
export class WebhookEndpointStatsDto {
  @Field('Id of the webhook endpoint.', uuid(), { example: '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80' })
  endpointId!: string;

  @Field(
    'The first failed attempt since the last success (UTC); null when the last one succeeded.',
    nullable(timestamp()),
    { example: null },
  )
  failingSince!: string | null;

  @Field(`Deliveries with an attempt still due; ${MAX_COUNTED} means that or more.`, count(), { example: 0 })
  pending!: number;

  @Field(
    'The last 24 hours.',
    object(() => WebhookEndpointStatsWindowDto),
  )
  day!: WebhookEndpointStatsWindowDto;

  @Field(
    'The last 7 days.',
    object(() => WebhookEndpointStatsWindowDto),
  )
  week!: WebhookEndpointStatsWindowDto;

  static from({ endpointId, failingSince, pending, day, week }: EndpointStats): WebhookEndpointStatsDto {
    const rest = { day: WebhookEndpointStatsWindowDto.from(day), week: WebhookEndpointStatsWindowDto.from(week) };
    return Object.assign(new WebhookEndpointStatsDto(), {
      endpointId,
      failingSince: failingSince?.toISOString() ?? null,
      pending,
      ...rest,
    });
  }
}
