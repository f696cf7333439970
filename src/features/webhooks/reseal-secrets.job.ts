import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { SecretRotation } from './secret-rotation.service.js';

/**
 * Encrypts again the secrets encrypted with an earlier data secret, so that it can be removed. Idempotent: skips those
 * of the current one.
 */
@Service()
export class ResealSecretsJob implements Job {
  readonly name = 'webhooks.reseal-secrets';
  readonly everySeconds = 86_400;

  constructor(private readonly secrets: SecretRotation) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.secrets.resealAll(signal);
  }
}
