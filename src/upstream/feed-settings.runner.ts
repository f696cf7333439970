import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { notificationsOf } from '../database/notifications.js';
import { Log } from '../log.js';
import { Runner } from '../runner.js';
import { Timers } from '../timers.js';
import { FEED_SETTINGS_CHANNEL, FeedSettingsStore } from './feed-settings.js';

/** Notifications sent while the connection was lost are made up for after this long (ms). */
const LOOK_MS = 30_000;

/** Keeps the settings of feeds in every process as they are stored. */
@Service()
export class FeedSettingsRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';
  private ends: Array<() => void | Promise<void>> = [];

  constructor(
    private readonly settings: FeedSettingsStore,
    private readonly database: Database,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    await this.settings.load();
    const load = () =>
      void this.settings.load().catch((error: unknown) => this.log.warn({ err: error }, 'Reading the settings of feeds failed; repeating it later.'));
    this.ends = [this.timers.every(LOOK_MS, load), notificationsOf(this.database.connection, FEED_SETTINGS_CHANNEL, load)];
  }

  async stop(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
  }
}
