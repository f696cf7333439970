import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { clientLetterheads } from '../clients.schema.js';
import type { Letterhead, LogoType } from './letterhead.js';

/** Stores letterheads, at most one for each account. */
@Service()
export class LetterheadRepository {
  constructor(private readonly database: Database) {}

  /** Returns the letterhead of an account; an empty one if the account has set none. */
  async find(accountId: string): Promise<Letterhead> {
    const [row] = await this.database.orm
      .select()
      .from(clientLetterheads)
      .where(eq(clientLetterheads.accountId, accountId));
    if (row === undefined) return { id: accountId, name: null, address: [], logo: null, version: 1 };
    const { name, address, logoType, logo, version } = row;
    const shown = logo === null || logoType === null ? null : { mediaType: logoType as LogoType, bytes: logo };
    return { id: accountId, name, address, logo: shown, version };
  }

  /** Inserts the letterhead of an account, or replaces it. */
  async put({ id: accountId, name, address, logo, version }: Letterhead): Promise<void> {
    const row = { name, address, logoType: logo?.mediaType ?? null, logo: logo?.bytes ?? null, version };
    await this.database.orm
      .insert(clientLetterheads)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: clientLetterheads.accountId, set: row });
  }
}
