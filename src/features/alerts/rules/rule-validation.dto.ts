import { Dto, Field } from '../../../api/field.js';
import { flag, integer, nullable, objects, text } from '../../../api/rules.js';
import type { ValidatedRule } from './rule-validation.service.js';

const MAX_PROBLEMS = 50;

@Dto('Something that keeps a rule from being evaluated.')
export class RuleProblem {
  @Field('Where it is, as a JSON Pointer into the rule.', text(0, 500), { example: '/condition/conditions/1/symbol' })
  pointer!: string;

  @Field('The problem at the pointer.', text(1, 1_000), {
    example: 'is unknown to the configured providers; find symbols with GET /markets/search',
  })
  detail!: string;
}

@Dto('A rule in plain words, and what is wrong with it.')
export class RuleValidationDto {
  @Field('Whether the rule can be stored as it is.', flag(), { example: true })
  valid!: boolean;

  @Field('The rule in plain words; null if the condition is invalid.', nullable(text(1, 100_000)), {
    example:
      'A warning alert fires when the price of AAPL.US is above 250. It is resolved as soon as that is no longer true.',
  })
  description!: string | null;

  @Field('Problems of the rule; empty for a valid rule.', objects(RuleProblem, MAX_PROBLEMS), { example: [] })
  problems!: RuleProblem[];

  @Field(
    'Remarks on a rule that can be stored but can never fire, such as an RSI above 150; empty otherwise, and ' +
      'with `noData: fire`.',
    objects(RuleProblem, MAX_PROBLEMS),
    { example: [] },
  )
  warnings!: RuleProblem[];

  @Field('Number of leaves: conditions that hold no others.', integer(1, 10_000), { example: 1 })
  leafCount!: number;

  @Field('Depth of the tree; 1 for a single leaf.', integer(1, 100), { example: 1 })
  depth!: number;

  static from({ isValid, words, problems, warnings, leaves, depth }: ValidatedRule): RuleValidationDto {
    return Object.assign(new RuleValidationDto(), {
      valid: isValid,
      description: words,
      problems: problems.slice(0, MAX_PROBLEMS),
      warnings,
      leafCount: leaves,
      depth,
    });
  }
}
