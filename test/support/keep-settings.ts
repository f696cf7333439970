import 'reflect-metadata';
import { OperatorSettings } from '../../src/settings/operator-settings.js';
import type { TestService } from './test-service.js';

/** Settings are stored from now on and not applied: a test that calls every operation would lock itself out. */
export function keepSettings({ services }: TestService): void {
  for (const setting of services.get(OperatorSettings).list) setting.replace = () => {};
}
