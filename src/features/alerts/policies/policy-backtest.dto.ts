import { Dto, Field } from '../../../api/field.js';
import { flag, integer, list, objects, text, timestamp, uuid } from '../../../api/rules.js';
import type { PolicyBacktest } from './policy-backtest.service.js';

@Dto('The period whose alerts are evaluated, by the time at which they fired.')
export class AlertPolicyBacktestRequest {
  @Field('Start (UTC), inclusive.', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  from!: string;

  @Field('End (UTC), exclusive.', timestamp(), { example: '2026-11-21T00:00:00.000Z' })
  to!: string;
}

@Dto('A notification that the policy would have caused.')
export class BacktestNotification {
  @Field('When the contacts would have been notified (UTC).', timestamp())
  at!: string;

  @Field('Id of the alert.', uuid())
  alertId!: string;

  @Field('Title of the alert.', text(1, 300), { example: 'Apple above 250' })
  title!: string;

  @Field('Number of the step, from 1.', integer(1, 20), { example: 1 })
  step!: number;

  @Field('Number of earlier notifications in the step.', integer(0, 10_000), { example: 0 })
  repeatCount!: number;

  @Field('Names of the contacts of the step, as they are now.', list(text(1, 100), 20), { example: ['Ada, phone'] })
  contactNames!: string[];
}

@Dto('The notifications that a policy would have caused.')
export class AlertPolicyBacktestDto {
  @Field('Number of alerts to which the policy would have applied.', integer(0, 1_000), { example: 1 })
  alertCount!: number;

  @Field('The notifications, the earliest first.', objects(BacktestNotification, 2_000))
  items!: BacktestNotification[];

  @Field('False if alerts beyond the first 1,000 or notifications beyond 2,000 are left out.', flag(), {
    example: true,
  })
  isComplete!: boolean;

  static from({ alerts, steps, isComplete }: PolicyBacktest): AlertPolicyBacktestDto {
    const items = steps.map(({ alert, at, step, repeat, contacts }) => ({
      at: new Date(at).toISOString(),
      alertId: alert.id,
      title: alert.title,
      step: step + 1,
      repeatCount: repeat,
      contactNames: contacts,
    }));
    return Object.assign(new AlertPolicyBacktestDto(), { alertCount: alerts, items, isComplete });
  }
}
