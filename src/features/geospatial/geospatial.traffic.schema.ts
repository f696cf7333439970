import { boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from '../../database/drizzle.js';
import { geofences } from './geospatial.schema.js';

/** Objects in geofences, by day. */
export const geofenceTrafficDays = pgTable(
  'geofence_traffic_days',
  {
    fenceId: uuid('fence_id')
      .notNull()
      .references(() => geofences.id, { onDelete: 'cascade' }),
    /** 1 for vessels, 2 for aircraft. */
    layer: smallint('layer').notNull(),
    /** True for simulated objects. */
    simulated: boolean('simulated').notNull(),
    /** The day (UTC), such as `2026-11-20`. */
    day: text('day').notNull(),
    /** For each of the 24 hours (UTC): the number of times at which the objects were counted, and the sum of counts. */
    samples: smallint('samples').array().notNull(),
    sums: integer('sums').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fenceId, table.layer, table.simulated, table.day] }),
    index('geofence_traffic_days_day').on(table.day),
  ],
);
