import { Service } from 'typedi';
import type { FieldProblem } from '../../../api/problem.js';
import { leavesOf, nodesOf } from '../../../conditions/condition-tree.js';
import type { Condition } from '../condition.js';
import { neverTrue } from './never-true.js';
import { RuleChecks } from './rule-checks.service.js';
import { type RuleInput, settingsOf } from './rule-request.js';
import { ruleInWords } from './rule-words.js';

export interface ValidatedRule {
  isValid: boolean;
  /** The rule in plain words; null if the condition itself is invalid. */
  words: string | null;
  problems: FieldProblem[];
  /** Warnings about a rule that may be stored, such as that it can never be true. */
  warnings: FieldProblem[];
  leaves: number;
  depth: number;
}

/** Checks rules without storing them. */
@Service()
export class RuleValidation {
  constructor(private readonly checks: RuleChecks) {}

  async validate(accountId: string, input: RuleInput): Promise<ValidatedRule> {
    const settings = settingsOf(input);
    const { problems, names } = await this.checks.check(accountId, settings.condition);
    const nodes = [...nodesOf(settings.condition)];
    return {
      isValid: problems.length === 0,
      words: names === undefined ? null : ruleInWords(settings, names),
      problems,
      warnings: problems.length > 0 || settings.noData === 'fire' ? [] : warningsOf(settings.condition),
      leaves: [...leavesOf(settings.condition)].length,
      depth: Math.max(...nodes.map(({ depth }) => depth)),
    };
  }
}

function warningsOf(condition: Condition): FieldProblem[] {
  const warning = neverTrue(condition, '/condition');
  return warning === undefined ? [] : [warning];
}
