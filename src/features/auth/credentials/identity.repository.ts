import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { identities } from '../auth.schema.js';

/** A subject of a provider that signs in to an account. */
export type Identity = typeof identities.$inferSelect;

/** Stores which subjects of providers sign in to which accounts. */
@Service()
export class IdentityRepository extends OwnedTable<Identity> {
  constructor(database: Database) {
    super(database, identities);
  }

  /** Returns the identity of a subject. Only issuer and subject identify it, never an e-mail address. */
  async findBySubject(issuer: string, subject: string): Promise<Identity | undefined> {
    const [found] = await this.items(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    return found;
  }

  /** Stores a sign-in; the version does not change. */
  async touch(id: string, fields: Pick<Identity, 'provider' | 'label' | 'lastUsedAt'>): Promise<void> {
    await this.database.orm.update(identities).set(fields).where(eq(identities.id, id));
  }
}
