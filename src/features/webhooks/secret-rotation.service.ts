import { Service } from 'typedi';
import { Log } from '../../logging/log.js';
import { CannotOpen } from '../../secrets/secret-vault.js';
import { Clock } from '../../time/clock.js';
import type { Endpoint } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointHeaders } from './endpoint-headers.service.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';

const BATCH = 500;

/** Re-encrypts the own headers of endpoints, and the secrets that still sign, with the current data secret. */
@Service()
export class SecretRotation {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly secrets: EndpointSecrets,
    private readonly headers: EndpointHeaders,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async resealAll(signal: AbortSignal): Promise<void> {
    for (let after: string | undefined; !signal.aborted; ) {
      const page = await this.endpoints.all(BATCH, after);
      for (const endpoint of page) await this.reseal(endpoint);
      after = page.at(-1)?.id;
      if (page.length < BATCH) return;
    }
  }

  private async reseal(endpoint: Endpoint): Promise<void> {
    try {
      const secrets = this.secrets.reseal(endpoint, this.clock.now());
      const headers = this.headers.reseal(endpoint);
      if (secrets !== undefined || headers !== undefined)
        await this.endpoints.reseal(endpoint, { ...secrets, ...(headers && { headers }) });
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      this.log.error(
        { endpointId: endpoint.id, err: error },
        'The secret of an endpoint is lost: its owner must rotate it, or a data secret that is missing be given.',
      );
    }
  }
}
