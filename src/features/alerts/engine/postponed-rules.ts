import type { EvaluationBudget } from './evaluation-budget.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedRule } from './watched-rule.js';

interface Account {
  rules: Set<WatchedRule>;
  timer: Timer;
}

/**
 * Rules whose account has used its evaluation budget. Their leaves are kept up to date, which is cheap; their instances
 * are evaluated when the account has units again, so that only changes that begin and end in between are missed.
 */
export class Postponed {
  private readonly accounts = new Map<string, Account>();

  constructor(
    private readonly wheel: TimerWheel,
    private readonly budget: EvaluationBudget,
    private readonly evaluate: (rule: WatchedRule, now: number) => void,
  ) {}

  add(rule: WatchedRule, now: number): void {
    rule.isThrottled = true;
    const { accountId } = rule.rule;
    let account = this.accounts.get(accountId);
    if (account === undefined) {
      account = { rules: new Set(), timer: newTimer((due) => this.resume(accountId, due)) };
      this.accounts.set(accountId, account);
      this.wheel.start(account.timer, this.budget.refilledAt(accountId, now));
    }
    account.rules.add(rule);
  }

  delete(rule: WatchedRule): void {
    rule.isThrottled = false;
    this.accounts.get(rule.rule.accountId)?.rules.delete(rule);
  }

  private resume(accountId: string, now: number): void {
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    for (const rule of account.rules) {
      if (!this.budget.hasUnits(accountId, now)) {
        this.wheel.start(account.timer, this.budget.refilledAt(accountId, now));
        return;
      }
      this.delete(rule);
      this.evaluate(rule, now);
    }
    this.accounts.delete(accountId);
  }
}
