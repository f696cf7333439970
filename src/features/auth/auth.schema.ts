import { instant } from '../../database/columns.js';
import { pgTable, primaryKey, text, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** The devices an account has signed in from, so that a new one is noticed. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Hash of what the device says of itself. */
    fingerprint: text('fingerprint').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.fingerprint] })],
);
