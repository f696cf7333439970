import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { LostSecrets } from './lost-secrets.service.js';

class WebhooksModule extends FeatureModule {
  /** Prevents the start if secrets of endpoints cannot be decrypted. @throws ConfigurationError */
  override verify(services: Services): Promise<void> {
    return services.get(LostSecrets).refuse();
  }
}

export const webhooksModule = new WebhooksModule();
