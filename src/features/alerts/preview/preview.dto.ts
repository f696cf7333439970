import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, nullable, objects, text, timestamp } from '../../../api/rules.js';
import { ConditionResultDto } from '../alerts/condition-result.dto.js';
import { instanceStates } from '../engine/alert-transition.js';
import type { InstanceEvaluation } from '../engine/engine-rule.js';
import type { PreviewedRule } from './preview.service.js';

@Dto('The truth of one node of a condition.')
export class ConditionTruth {
  @Field('The node, as a JSON Pointer below the condition; empty for the whole condition.', text(0, 500), {
    example: '',
  })
  pointer!: string;

  @Field('The type of the node.', text(1, 40), { example: 'price' })
  type!: string;

  @Field('True if the node is met; null if unknown.', nullable(flag()), { example: false })
  met!: boolean | null;
}

@Dto('The state of a rule for one vessel or aircraft, or as a whole.')
export class RuleInstance {
  @Field('The vessel or aircraft; null for the rule without one.', nullable(text(1, 150)), { example: null })
  entity!: string | null;

  @Field('The state of its alert; `inactive` without one.', choice(instanceStates), { example: 'inactive' })
  state!: string;

  @Field('Since when it is pending or open (UTC); null if it is inactive.', nullable(timestamp()), { example: null })
  since!: string | null;

  @Field('All nodes of the condition, parents first.', objects(ConditionTruth, 200))
  nodes!: ConditionTruth[];

  @Field('Results of the leaves: last values and distances to the thresholds.', objects(ConditionResultDto, 20))
  results!: ConditionResultDto[];

  static from({ key, state, since, nodes, leaves }: InstanceEvaluation): RuleInstance {
    return Object.assign(new RuleInstance(), {
      entity: key === '' ? null : key,
      state,
      since: since === null ? null : new Date(since).toISOString(),
      nodes: nodes.map(({ pointer, type, isTrue }) => ({ pointer, type, met: isTrue })),
      results: leaves.map(ConditionResultDto.from),
    });
  }
}

@Dto('The current state of a rule.')
export class RuleEvaluationDto {
  @Field('True if the condition is met without any particular vessel or aircraft; null if unknown.', nullable(flag()), {
    example: false,
  })
  met!: boolean | null;

  @Field('True for a one-shot rule that has fired and does not fire again.', flag(), { example: false })
  disarmed!: boolean;

  @Field(
    'Number of vessels, aircraft and whole conditions that are pending or have an open alert.',
    integer(0, 1_000_000),
    { example: 0 },
  )
  activeCount!: number;

  @Field('The rule as a whole first, then by vessel and aircraft, at most 100.', objects(RuleInstance, 100))
  instances!: RuleInstance[];

  @Field('When it was evaluated (UTC).', timestamp())
  evaluatedAt!: string;

  static from({ evaluation, evaluatedAt }: PreviewedRule): RuleEvaluationDto {
    const { isTrue, isDisarmed, activeInstances, instances } = evaluation;
    return Object.assign(new RuleEvaluationDto(), {
      met: isTrue,
      disarmed: isDisarmed,
      activeCount: activeInstances,
      instances: instances.map(RuleInstance.from),
      evaluatedAt: evaluatedAt.toISOString(),
    });
  }
}
