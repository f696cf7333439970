import { readTable } from '../../../../src/features/geospatial/tables/read-tables.js';
import { ReferenceTableRepository } from '../../../../src/features/geospatial/tables/reference-table.repository.js';
import { ReferenceTablesRunner } from '../../../../src/features/geospatial/tables/reference-tables.runner.js';
import type { TestService } from '../../../support/test-service.js';

/** Stores a table of routes as that of `standingdata`, and loads it. */
export async function loadRoutes({ services }: TestService, csv: Buffer): Promise<void> {
  const table = readTable('routes', csv);
  await services.get(ReferenceTableRepository).store('routes:standingdata', 'routes', table, {});
  await services.get(ReferenceTablesRunner).load();
}
