import { Dto, Field } from '../../../api/field.js';
import { flag, json, list, nullable, object, text } from '../../../api/rules.js';
import type { RuleDraft } from './rule-drafts.service.js';

const MAX_QUESTION = 2_000;

@Dto('An alert rule in words.')
export class NewRuleDraft {
  @Field('The words, in English, such as “Alert me when Apple drops below 150”.', text(1, MAX_QUESTION), {
    example: 'Alert me when Apple drops below 150',
  })
  text!: string;
}

@Dto('A value that the words do not say.')
export class RuleDraftQuestion {
  @Field('The value: `threshold`, `symbol`, `geofenceId`, `vessel` or another part of a condition.', text(1, 50), {
    example: 'threshold',
  })
  slot!: string;

  @Field('The question to answer before the rule can be drafted.', text(1, 2_000), { example: 'At which value?' })
  question!: string;

  @Field('Allowed values; empty if any text is allowed.', list(text(0, 400), 5), { example: [] })
  options!: string[];
}

@Dto('An alert rule drafted from words. It is not saved.')
export class AiRuleDraft {
  @Field('The body for `POST /alerts/rules`: name and condition; null when the words lack a value.', nullable(json()), {
    example: {
      name: 'AAPL.US below 150',
      condition: { type: 'price', symbol: 'AAPL.US', operator: 'below', threshold: 150 },
    },
  })
  rule!: object | null;

  @Field('Whether the condition is true now; null without values yet, and without a rule.', nullable(flag()), {
    example: false,
  })
  met!: boolean | null;

  @Field(
    'The question that the words leave open; null if there is a rule.',
    nullable(object(() => RuleDraftQuestion)),
    {
      example: null,
    },
  )
  clarification!: RuleDraftQuestion | null;

  static from({ rule, isTrue, missing }: RuleDraft): AiRuleDraft {
    return Object.assign(new AiRuleDraft(), {
      rule,
      met: isTrue,
      clarification: missing && Object.assign(new RuleDraftQuestion(), missing),
    });
  }
}
