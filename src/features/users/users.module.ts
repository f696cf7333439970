import { AccountDataSources } from '../../accounts/account-data.js';
import { FeatureModule } from '../../feature-module.js';
import { CeilingNotice } from '../../http/rate-limit/ceiling-notice.js';
import type { Services } from '../../services.js';
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
