import { Environment } from '../../config/environment.js';
import type { Setting } from '../../config/setting.js';
import { DAY_MS, SECOND_MS } from '../../time/durations.js';

/** Settings of alert rules. */
export class AlertsConfig {
  /** Maximum number of rules per account. */
  readonly rules: number;
  /** Maximum number of silences per account. */
  readonly silences: number;
  /** Maximum numbers of contacts and policies per account. */
  readonly contacts: number;
  readonly policies: number;
  /** Maximum number of on-call schedules per account. */
  readonly onCallSchedules: number;
  /** Time after the first alert of a group within which further alerts of the account join the group (ms). */
  readonly groupMs: number;
  private readonly retentionDays: Setting<number>;

  constructor(env: Environment) {
    this.rules = env.integer('SVC_ALERT_RULE_LIMIT', 200, 1, 10_000, {
      meaning: 'Maximum number of alert rules per account.',
    });
    this.silences = env.integer('SVC_ALERT_SILENCE_LIMIT', 100, 1, 10_000, {
      meaning: 'Maximum number of silences of alerts per account.',
    });
    this.contacts = env.integer('SVC_ALERT_CONTACT_LIMIT', 50, 1, 10_000, {
      meaning: 'Maximum number of contacts for alerts per account.',
    });
    this.policies = env.integer('SVC_ALERT_POLICY_LIMIT', 50, 1, 1_000, {
      meaning: 'Maximum number of alert policies per account.',
    });
    this.onCallSchedules = env.integer('SVC_ALERT_ON_CALL_LIMIT', 20, 1, 1_000, {
      meaning: 'Maximum number of on-call schedules per account.',
    });
    this.groupMs =
      env.integer('SVC_ALERT_GROUP_SECONDS', 30, 0, 3_600, {
        meaning:
          'Alerts of an account that fire within this many seconds of the first share a group; 0 gives every ' +
          'alert its own.',
      }) * SECOND_MS;
    this.retentionDays = env.integerSetting('SVC_ALERT_RETENTION_DAYS', 90, 1, 3_650, {
      meaning: 'Days for which resolved alerts are kept.',
      setting: 'alertRetentionDays',
    });
  }

  /** Retention of resolved alerts (ms). */
  get retentionMs(): number {
    return this.retentionDays.value * DAY_MS;
  }
}
