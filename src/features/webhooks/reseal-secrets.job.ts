import { Service } from 'typedi';
import type { Job } from '../../jobs/job.js';
import { SecretRotation } from './secret-rotation.service.js';

/**
 * Re-encrypts the secrets that were encrypted with an earlier data secret, so that the earlier one can be removed.
 * Idempotent: secrets with the current data secret are skipped.
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
