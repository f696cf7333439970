import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { SecretRotation } from './secret-rotation.service.js';

/** Seals anew what an earlier data secret sealed, so that it can be dropped. Idempotent: what the current one sealed stays. */
@Service()
export class ResealSecretsJob implements Job {
  readonly name = 'webhooks.reseal-secrets';
  readonly everySeconds = 86_400;

  constructor(private readonly secrets: SecretRotation) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.secrets.resealAll(signal);
  }
}
