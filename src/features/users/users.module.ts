import { AccountDataSources } from '../../accounts/account-data.js';
import { CeilingNotice } from '../../http/rate-limit/ceiling-notice.js';
import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { describeSections } from './account-export.dto.js';
import { CeilingNoticeService } from './ceiling-notice.service.js';

class UsersModule extends FeatureModule {
  override bind(services: Services): void {
    services.alias(CeilingNotice, CeilingNoticeService);
  }

  override bound(services: Services): void {
    describeSections(services.get(AccountDataSources).all);
  }
}

export const usersModule = new UsersModule();
