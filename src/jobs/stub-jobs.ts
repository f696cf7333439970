import type { Job } from './job.js';
import { Jobs } from './jobs.js';

/**
 * Records jobs and sent runs, but runs nothing and starts no timer: for generating the API description, and for tests.
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
