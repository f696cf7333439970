import { Service } from 'typedi';
import type { ExpiredRows, Job } from '../../../jobs/job.js';
import { ArticleIntake } from './article-intake.service.js';

/** Deletes articles past their retention. Idempotent. */
@Service()
export class DeleteOldNewsJob implements Job {
  readonly name = 'news.delete-old';
  readonly everySeconds = 3_600;

  constructor(private readonly intake: ArticleIntake) {}

  async expired(): Promise<ExpiredRows[]> {
    return [{ table: 'news_articles', rows: await this.intake.countExpired() }];
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.intake.deleteExpired()));
  }
}
