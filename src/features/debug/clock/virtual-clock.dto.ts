import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { integer, nullable, number, optional, timestamp } from '../../../api/rules.js';
import type { ClockReading } from './virtual-clock.service.js';

const MAX_SECONDS = 315_360_000;

@Dto('The clock of the process.')
export class VirtualClockDto {
  @Field('Time of the clock (UTC).', timestamp(), { example: '2026-11-21T00:15:00.000Z' })
  now!: string;

  @Field('Time of the machine (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  machineTime!: string;

  @Field(
    'Seconds by which the clock is ahead of the machine; negative when it is behind.',
    number(-MAX_SECONDS, MAX_SECONDS),
    { example: 3_600 },
  )
  offsetSeconds!: number;

  static from({ offsetMs, ...clockReading }: ClockReading): VirtualClockDto {
    return answerOf(VirtualClockDto, { ...clockReading, offsetSeconds: offsetMs / 1_000 });
  }
}

@Dto('A change of the clock. If all fields are omitted, the clock is unchanged.')
export class VirtualClockChangeDto {
  @Field(
    'The time to set (UTC), within 3650 days of the time of the machine; null for the time of the machine.',
    optional(nullable(timestamp())),
    {
      example: null,
    },
  )
  at?: string | null;

  @Field('Seconds to add, to `at` if it is given.', optional(integer(-MAX_SECONDS, MAX_SECONDS)), { example: 3_600 })
  advanceSeconds?: number;
}
