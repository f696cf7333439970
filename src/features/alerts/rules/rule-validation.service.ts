import { Service } from 'typedi';
import type { FieldProblem } from '../../../http/problem.js';
import { leavesOf, nodesOf } from '../condition.js';
import { RuleChecks } from './rule-checks.service.js';
import { type RuleInput, settingsOf } from './rule-request.js';
import { ruleInWords } from './rule-words.js';

export interface ValidatedRule {
  isValid: boolean;
  /** Null for a tree that makes no sense by itself. */
  words: string | null;
  problems: FieldProblem[];
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
      leaves: [...leavesOf(settings.condition)].length,
      depth: Math.max(...nodes.map(({ depth }) => depth)),
    };
  }
}
