/**
 * Limits how many tasks of one account run at a time; further tasks of the account wait in order of arrival. Accounts
 * do not wait for each other.
 */
export class AccountTurns {
  /** Accounts with at least one running task. */
  private readonly accounts = new Map<string, { running: number; waiting: Array<() => void> }>();

  /** @param running maximum number of running tasks of one account */
  constructor(private readonly running: number) {}

  /** Resolves when the task may run. The task must call `leave` when it ends. */
  async enter(accountId: string): Promise<void> {
    const account = this.accounts.get(accountId);
    if (account === undefined) this.accounts.set(accountId, { running: 1, waiting: [] });
    else if (account.running < this.running) account.running += 1;
    else await new Promise<void>((resolve) => account.waiting.push(resolve));
  }

  /** Ends a task and starts the next waiting one of the account. */
  leave(accountId: string): void {
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    const next = account.waiting.shift();
    if (next === undefined) account.running -= 1;
    else next();
    if (account.running === 0) this.accounts.delete(accountId);
  }
}
