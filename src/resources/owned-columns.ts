import { instant } from '../database/columns.js';
import { integer, uuid } from '../database/drizzle.js';
import { accounts } from '../database/schema.js';

/** Returns a column with the account that owns a row; the row is deleted with the account. */
export const ownerColumn = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Returns columns for the fields that every owned resource has (`Owned`). */
export const ownedColumns = () => ({
  id: uuid('id').primaryKey(),
  accountId: ownerColumn(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
