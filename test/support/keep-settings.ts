import 'reflect-metadata';
import { OperatorSettings } from '../../src/settings/operator-settings.js';
import type { TestService } from './test-service.js';

/**
 * Makes the service store settings without applying them: a test that calls every operation would otherwise lock itself
 * out.
 */
export function keepSettings({ services }: TestService): void {
  for (const setting of services.get(OperatorSettings).list) setting.replace = () => {};
}
