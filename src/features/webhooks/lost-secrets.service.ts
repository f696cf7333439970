import { Service } from 'typedi';
import { ConfigurationError } from '../../config/environment.js';
import { Database } from '../../database/database.js';
import { SecretVault } from '../../secrets/secret-vault.js';
import { Clock } from '../../time/clock.js';
import { LOST_SECRET } from './endpoint.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointHeaders } from './endpoint-headers.service.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { EndpointState } from './endpoint-state.service.js';

const BATCH = 500;

/**
 * Finds endpoints whose signing secrets or own headers were encrypted with a data secret that is not configured, so
 * that nothing can be delivered to them.
 */
@Service()
export class LostSecrets {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly secrets: EndpointSecrets,
    private readonly headers: EndpointHeaders,
    private readonly standing: EndpointState,
    private readonly vault: SecretVault,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Prevents the start of the service if endpoints have lost secrets, because their deliveries would silently fail.
   * @throws ConfigurationError
   */
  async refuse(): Promise<void> {
    const lost = (await this.endpoints.sealingKeys(this.clock.now())).filter(
      ({ sample }) => !this.vault.hasKeyOf(sample),
    );
    if (lost.length === 0) return;
    const count = lost.reduce((sum, { endpoints }) => sum + endpoints, 0);
    throw new ConfigurationError([
      `SVC_DATA_SECRET does not open the secrets of ${count} webhook endpoint(s): they were sealed with another data secret. ` +
        'Restore the file data-secret of the data directory, or name the other one in SVC_DATA_PREVIOUS_SECRETS. ' +
        'If it is lost for good, run `npx watchfloor secrets discard`: it disables these endpoints until their ' +
        'owners rotate their secrets.',
    ]);
  }

  /**
   * Disables the endpoints with lost secrets, which notifies their owners, and deletes the secrets and own headers.
   * @returns the number of endpoints
   */
  async discard(): Promise<number> {
    let count = 0;
    for (let after: string | undefined; ; ) {
      const page = await this.endpoints.all(BATCH, after);
      for (const { id } of page) if (await this.discardOne(id)) count += 1;
      after = page.at(-1)?.id;
      if (page.length < BATCH) return count;
    }
  }

  private discardOne(id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.hold(id);
      if (endpoint === undefined || endpoint.secret === LOST_SECRET) return false;
      if (!this.secrets.isLost(endpoint, this.clock.now()) && !this.headers.areLost(endpoint)) return false;
      const lost = { secret: LOST_SECRET, oldSecrets: [], headers: [] };
      await this.standing.disable(endpoint, 'secret_lost', lost);
      return true;
    });
  }
}
