import { Service } from 'typedi';
import { Runner } from '../coordination/runner.js';
import { Database } from '../database/database.js';
import { notificationsOf } from '../database/notifications.js';
import { GrantCache } from './grant-cache.js';

/** Channel of the triggers on grants, members of teams and accounts. */
const CHANNEL = 'watchfloor_grants';
/** Interval (ms) at which the connection is checked: several times in the period for which a check is valid. */
const PING_MS = 250;

/** Empties the cache of grants when grants change in any process. */
@Service()
export class GrantCacheRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';
  private stopListening?: () => Promise<void>;

  constructor(
    private readonly cache: GrantCache,
    private readonly database: Database,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.stopListening = notificationsOf(this.database.connection, CHANNEL, () => this.cache.clear(), {
      pingMs: PING_MS,
      confirmed: (sentAt) => this.cache.confirm(sentAt),
    });
  }

  async stop(): Promise<void> {
    await this.stopListening?.();
  }
}
