import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { type OwnedColumns, OwnedTable } from '../../../resources/owned-table.js';
import { screens } from '../markets.schema.js';
import type { Screen } from './screen.js';

@Service()
export class ScreenRepository extends OwnedTable<Screen> {
  constructor(database: Database) {
    // Files of tables import no types of features, so the columns with JSON get their types here.
    super(database, screens as unknown as OwnedColumns<Screen>);
  }

  /** Returns a screen of any account; for internal use. */
  async any(id: string): Promise<Screen | undefined> {
    const [screen] = await this.items(eq(screens.id, id));
    return screen;
  }
}
