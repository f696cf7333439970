/**
 * Lets a limited number of pieces of work of each account run at a time; the others wait, first come, first served.
 * Accounts do not wait for each other.
 */
export class AccountTurns {
  /** Accounts with something running. */
  private readonly accounts = new Map<string, { running: number; waiting: Array<() => void> }>();

  /** @param running pieces of work of one account at a time */
  constructor(private readonly running: number) {}

  /** Resolves when it is the turn of a piece of work, which ends with `leave`. */
  async enter(accountId: string): Promise<void> {
    const account = this.accounts.get(accountId);
    if (account === undefined) this.accounts.set(accountId, { running: 1, waiting: [] });
    else if (account.running < this.running) account.running += 1;
    else await new Promise<void>((resolve) => account.waiting.push(resolve));
  }

  /** Hands the turn on to the next one that waits. */
  leave(accountId: string): void {
    const account = this.accounts.get(accountId);
    if (account === undefined) return;
    const next = account.waiting.shift();
    if (next === undefined) account.running -= 1;
    else next();
    if (account.running === 0) this.accounts.delete(accountId);
  }
}
