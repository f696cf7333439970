import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Setting, SettingValue } from '../../../config/setting.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { OperatorSettings } from '../../../settings/operator-settings.js';
import { entryOf } from '../operator-entry.js';

/** New values by name; null restores the configured value. */
export type SettingChanges = Readonly<Record<string, SettingValue | null>>;

export interface CurrentSettings {
  id: string;
  version: number;
  updatedAt: Date | null;
  items: readonly Setting[];
}

const ID = 'settings';

/**
 * Manages settings that take effect in every process without a restart. A change is stored together with its audit
 * entry.
 */
@Service()
export class SettingsAdministration {
  constructor(
    private readonly settings: OperatorSettings,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  async read(): Promise<CurrentSettings> {
    await this.settings.load();
    const { version, updatedAt, list } = this.settings;
    return { id: ID, version, updatedAt, items: list };
  }

  /** Changes settings. @throws Problem `invalid_request`, `precondition_failed` */
  async change(
    operator: Caller,
    changes: SettingChanges,
    origin: RequestOrigin,
    ifMatch?: string,
  ): Promise<CurrentSettings> {
    this.assertAccepted(changes);
    await this.database.transaction(async () => {
      const changed = await this.settings.change(changes, (version) => assertVersion(ifMatch, { id: ID, version }));
      if (Object.keys(changed).length > 0)
        await this.audit.append(entryOf(operator, 'settings.changed', ID, origin, changed));
    });
    return this.read();
  }

  private assertAccepted(changes: SettingChanges): void {
    const errors = Object.entries(changes).flatMap(([name, value]) => {
      const setting = this.settings.list.find((one) => one.name === name);
      if (setting !== undefined && (value === null || setting.accepts(value))) return [];
      const detail =
        setting === undefined
          ? 'is not a setting of this service; `GET /admin/settings` lists them'
          : 'is not accepted';
      return [{ pointer: `/${name}`, detail }];
    });
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
  }
}
