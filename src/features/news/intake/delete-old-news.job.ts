import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { ArticleIntake } from './article-intake.service.js';

/** Deletes news past its retention. Idempotent: what is deleted is not found again. */
@Service()
export class DeleteOldNewsJob implements Job {
  readonly name = 'news.delete-old';
  readonly everySeconds = 3_600;

  constructor(private readonly intake: ArticleIntake) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.intake.deleteExpired()));
  }
}
