import { Service } from 'typedi';
import { Config } from '../config/config.js';
import type { Setting, SettingValue } from '../config/setting.js';
import { Database } from '../database/database.js';
import { eq, sql } from '../database/drizzle.js';
import { operatorSettings } from '../database/schema.js';
import { Clock } from '../time/clock.js';

/** Channel of NOTIFY for changed settings by operators. */
export const OPERATOR_SETTINGS_CHANNEL = 'watchfloor_operator_settings';

type StoredSettings = Pick<typeof operatorSettings.$inferSelect, 'values' | 'version' | 'updatedAt'>;

/** The effective value of a setting before and after a change. */
export interface SettingChange {
  old: SettingValue;
  new: SettingValue;
}

const ROW = 1;

/**
 * Stores the settings that operators override while the service runs. Every process reads them at its start, after each
 * change, and at intervals.
 */
@Service()
export class OperatorSettings {
  /** Version of the settings; 1 before the first change. */
  version = 1;
  /** Time of the last change; null before the first one. */
  updatedAt: Date | null = null;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Settings in the order of the configuration. */
  get list(): readonly Setting[] {
    return this.config.settings;
  }

  /** Reads the stored values and applies them in this process. */
  async load(): Promise<void> {
    const [row] = await this.database.orm.select().from(operatorSettings).where(eq(operatorSettings.id, ROW));
    if (row !== undefined) this.apply(row);
  }

  /**
   * Stores values; null removes one, so that the configured value applies. Every process applies the changes after the
   * transaction has committed.
   * @param assertCurrent called with the stored version; throws when the change is based on another one
   * @returns the settings whose effective value changes, by name
   */
  change(
    changes: Readonly<Record<string, SettingValue | null>>,
    assertCurrent: (version: number) => void,
  ): Promise<Record<string, SettingChange>> {
    return this.database.transaction(async () => {
      const { orm } = this.database;
      await orm.insert(operatorSettings).values({ id: ROW }).onConflictDoNothing();
      const [stored] = await orm.select().from(operatorSettings).where(eq(operatorSettings.id, ROW)).for('update');
      if (stored === undefined) throw new Error('The row of the settings is missing.');
      assertCurrent(stored.version);
      const values = Object.fromEntries(
        Object.entries({ ...stored.values, ...changes }).filter(
          (entry): entry is [string, SettingValue] => entry[1] !== null,
        ),
      );
      const changed = Object.entries(changes).filter(([name]) => stored.values[name] !== values[name]);
      if (changed.length === 0) return {};
      const row = { values, version: stored.version + 1, updatedAt: new Date(this.clock.now()) };
      await orm.update(operatorSettings).set(row).where(eq(operatorSettings.id, ROW));
      await orm.execute(sql`select pg_notify(${OPERATOR_SETTINGS_CHANNEL}, ${String(row.version)})`);
      this.database.afterCommit(() => this.apply(row));
      return Object.fromEntries(
        changed.map(([name]) => [
          name,
          { old: this.effective(name, stored.values[name]), new: this.effective(name, values[name]) },
        ]),
      );
    });
  }

  /**
   * Applies stored values. Values of settings that this version does not know stay stored, because another version may
   * use them.
   */
  private apply({ values, version, updatedAt }: StoredSettings): void {
    // A query may return after a later change was applied.
    if (version < this.version) return;
    this.version = version;
    this.updatedAt = version === 1 ? null : updatedAt;
    for (const setting of this.list) setting.replace(values[setting.name]);
  }

  private effective(name: string, stored: SettingValue | undefined): SettingValue {
    const setting = this.list.find((one) => one.name === name);
    if (setting === undefined) throw new Error(`There is no setting ${name}.`);
    return setting.accepts(stored) ? stored : setting.options.configured;
  }
}
