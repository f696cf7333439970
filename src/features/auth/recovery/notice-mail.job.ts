import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { NOTICE_MAIL_JOB, type NoticePlan, SecurityNotices } from './security-notices.service.js';

/** Sends a mail about the security of an account. A repeated run may send the mail again, with the same Message-ID. */
@Service()
export class NoticeMailJob implements Job {
  readonly name = NOTICE_MAIL_JOB;
  readonly concurrency = 2;
  readonly retries = 10;
  readonly expireSeconds = 300;

  constructor(private readonly notices: SecurityNotices) {}

  async run(_signal: AbortSignal, plan: NoticePlan): Promise<void> {
    await this.notices.mail(plan);
  }
}
