import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { sql } from '../../../database/drizzle.js';
import { knownDevices } from '../auth.schema.js';

@Service()
export class KnownDeviceRepository {
  constructor(private readonly database: Database) {}

  /** Stores a device. @returns `known`, `first` (the account has no other device) or `new` (it has others) */
  async see(accountId: string, fingerprint: string, at: Date): Promise<'known' | 'first' | 'new'> {
    const { rows } = await this.database.query<{ added: boolean; others: number }>(
      // `xmax` is 0 in a row that was just inserted. The count does not see this statement's own row.
      `insert into known_devices (account_id, fingerprint, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
       on conflict (account_id, fingerprint) do update set last_seen_at = excluded.last_seen_at
       returning xmax = 0 as added, (select count(*) from known_devices where account_id = $1) as others`,
      [accountId, fingerprint, at],
    );
    const [device] = rows;
    if (!device?.added) return 'known';
    return device.others === 0 ? 'first' : 'new';
  }

  /**
   * Deletes the devices that were not seen since `time`, except for the most recent one of each account.
   * @returns the number deleted
   */
  async forget(time: Date): Promise<number> {
    const { rowCount } = await this.database.orm.delete(knownDevices).where(
      sql`${knownDevices.lastSeenAt} < ${time.toISOString()}::timestamptz and exists (
        select 1 from known_devices later where later.account_id = ${knownDevices.accountId}
          and (later.last_seen_at, later.fingerprint) > (${knownDevices.lastSeenAt}, ${knownDevices.fingerprint})
      )`,
    );
    return rowCount ?? 0;
  }
}
