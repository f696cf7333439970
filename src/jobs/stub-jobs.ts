import type { Job } from './job.js';
import { Jobs } from './jobs.js';

/**
 * Runs nothing and keeps no timer: for building the application where it only describes itself, and for tests that look
 * at what was asked.
 */
export class StubJobs extends Jobs {
  readonly registered: Job[] = [];
  readonly sent: { name: string; data: object }[] = [];

  override register(job: Job): void {
    this.registered.push(job);
  }

  override async send(name: string, data: object): Promise<void> {
    this.sent.push({ name, data });
  }

  override async sendMany(name: string, items: ReadonlyArray<{ data: object }>): Promise<void> {
    this.sent.push(...items.map(({ data }) => ({ name, data })));
  }

  override async start(): Promise<void> {}

  override async stop(): Promise<void> {}
}
