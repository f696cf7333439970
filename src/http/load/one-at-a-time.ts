import { Problem } from '../../api/problem.js';
import { RefusalQueue } from './refusal-queue.js';

/**
 * Delay of a rejection (ms). A caller that does not wait for the end of its first request sends the next one as soon as
 * it has the response, often with a body of megabytes.
 */
const REJECTION_DELAY_MS = 500;

/** Work of which each account runs one at a time. */
export class OneAtATime {
  private readonly accounts = new Set<string>();
  private readonly rejections = new RefusalQueue(REJECTION_DELAY_MS);

  /** @param noun the work, for messages, such as `import` */
  constructor(private readonly noun: string) {}

  /**
   * Begins work of an account; `end` must be called when it has ended.
   * @throws Problem `conflict`, after a delay, while other work of the account runs
   */
  async begin(accountId: string): Promise<void> {
    if (this.accounts.has(accountId)) {
      await this.rejections.wait();
      throw new Problem('conflict', { detail: `Your account runs another ${this.noun}. Wait until it has ended.` });
    }
    this.accounts.add(accountId);
  }

  end(accountId: string): void {
    this.accounts.delete(accountId);
  }

  /** Runs work. @throws Problem as `begin`; the error of the work */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    await this.begin(accountId);
    try {
      return await work();
    } finally {
      this.end(accountId);
    }
  }
}
