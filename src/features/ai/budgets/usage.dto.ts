import { Dto, Field } from '../../../api/field.js';
import { day, integer, objects, timestamp } from '../../../api/rules.js';
import type { AiUsageReport } from './usage.js';

const tokens = () => integer(0, 2_000_000_000);

@Dto('Model tokens of one UTC day.')
export class AiDayUsage {
  @Field('The day (UTC).', day(), { example: '2026-11-20' })
  day!: string;

  @Field('Tokens that were sent to models.', tokens(), { example: 12_400 })
  inputTokenCount!: number;

  @Field('Tokens that models wrote.', tokens(), { example: 1_800 })
  outputTokenCount!: number;

  @Field('Answers, also those of the built-in composer.', tokens(), { example: 9 })
  answerCount!: number;
}

@Dto('Usage of the AI group by your account, and its limits.')
export class AiUsage {
  @Field('Model tokens that the account may use per UTC day, input and output together.', integer(0, 1_000_000_000), {
    example: 500_000,
  })
  dailyTokenLimit!: number;

  @Field('Model tokens that the account has used today.', tokens(), { example: 14_200 })
  usedTokenCount!: number;

  @Field('When the next day begins and the tokens are available again (UTC).', timestamp())
  resetsAt!: string;

  @Field('Maximum number of model calls per answer.', integer(1, 32), { example: 8 })
  stepLimit!: number;

  @Field('Maximum duration of an answer, in seconds.', integer(1, 600), { example: 60 })
  answerSeconds!: number;

  @Field('The last 30 days on which the account asked something, oldest first.', objects(AiDayUsage, 30))
  days!: AiDayUsage[];

  static from({ tokensPerDay, usedTokens, resetsAt, steps, answerSeconds, days }: AiUsageReport): AiUsage {
    const limits = {
      dailyTokenLimit: tokensPerDay,
      usedTokenCount: usedTokens,
      resetsAt: resetsAt.toISOString(),
      stepLimit: steps,
      answerSeconds,
    };
    const used = days.map(({ day, inputTokens, outputTokens, answers }) => ({
      day,
      inputTokenCount: inputTokens,
      outputTokenCount: outputTokens,
      answerCount: answers,
    }));
    return Object.assign(new AiUsage(), { ...limits, days: used });
  }
}
