import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { passkeys } from '../auth.schema.js';

/** A passkey of an account. */
export type Passkey = typeof passkeys.$inferSelect;

/** Stores passkeys: their public keys and counters. */
@Service()
export class PasskeyRepository extends OwnedTable<Passkey> {
  constructor(database: Database) {
    super(database, passkeys);
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const [found] = await this.items(eq(passkeys.credentialId, credentialId));
    return found;
  }

  /** Stores a use; the version does not change. */
  async touch(id: string, fields: Pick<Passkey, 'counter' | 'isSynced' | 'lastUsedAt'>): Promise<void> {
    await this.database.orm.update(passkeys).set(fields).where(eq(passkeys.id, id));
  }
}
