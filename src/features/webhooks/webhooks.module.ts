import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { LostSecrets } from './lost-secrets.service.js';

class WebhooksModule extends FeatureModule {
  /** @throws ConfigurationError when endpoints have secrets that the configured data secrets cannot open */
  override verify(services: Services): Promise<void> {
    return services.get(LostSecrets).refuse();
  }
}

export const webhooksModule = new WebhooksModule();
