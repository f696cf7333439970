import { Service } from 'typedi';
import { Runner } from '../coordination/runner.js';
import { Database } from '../database/database.js';
import { notificationsOf } from '../database/notifications.js';
import { Log } from '../logging/log.js';
import { Timers } from '../time/timers.js';
import { FEED_SETTINGS_CHANNEL, FeedSettingsStore } from '../upstream/feed-settings.js';
import { OPERATOR_SETTINGS_CHANNEL, OperatorSettings } from './operator-settings.js';

/** Interval at which settings are read (ms), because notifications may be lost with the connection. */
const POLL_INTERVAL_MS = 30_000;

/** Applies the stored settings of operators and of feeds in every process. */
@Service()
export class StoredSettingsRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';
  private ends: Array<() => void | Promise<void>> = [];

  constructor(
    private readonly settings: OperatorSettings,
    private readonly feeds: FeedSettingsStore,
    private readonly database: Database,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    await this.load();
    const load = () =>
      void this.load().catch((error: unknown) =>
        this.log.warn({ err: error }, 'Reading the settings of operators failed; repeating it later.'),
      );
    this.ends = [
      this.timers.every(POLL_INTERVAL_MS, load),
      notificationsOf(this.database.connection, [FEED_SETTINGS_CHANNEL, OPERATOR_SETTINGS_CHANNEL], load),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
  }

  private async load(): Promise<void> {
    await this.settings.load();
    await this.feeds.load();
  }
}
