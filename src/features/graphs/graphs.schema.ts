import { instant } from '../../database/columns.js';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from '../../database/drizzle.js';
import { ownedColumns } from '../../resources/owned-columns.js';

export const charts = pgTable(
  'graphs',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    series: jsonb('series')
      .notNull()
      .$type<
        Array<{ name: string; expression: string; axis: 'left' | 'right'; style: 'line' | 'dashed' | 'area' | 'bars' }>
      >(),
    interval: text('interval', { enum: ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] }).notNull(),
    from: text('range_from'),
    to: text('range_to'),
    lastDays: integer('last_days').notNull(),
    join: text('join', { enum: ['common', 'last_known'] }).notNull(),
    adjustment: text('adjustment', { enum: ['none', 'splits', 'all'] }).notNull(),
    scale: text('scale', { enum: ['linear', 'log'] })
      .notNull()
      .default('linear'),
    overlay: jsonb('overlay').notNull().$type<string[]>().default([]),
    panel: jsonb('panel').notNull().$type<string[]>().default([]),
    compare: jsonb('compare').notNull().$type<string[]>().default([]),
    marks: jsonb('marks').notNull().$type<Array<'none' | 'splits' | 'dividends' | 'earnings' | 'events'>>().default([]),
    /** SHA-256 of the token of the chart's public address; null while the chart is not shared. */
    shareHash: text('share_hash'),
    sharedAt: instant('shared_at'),
  },
  (table) => [index('graphs_account').on(table.accountId, table.id), uniqueIndex('graphs_share').on(table.shareHash)],
);

/** Links between nodes of the graph of relations, drawn by accounts. */
export const relationLinks = pgTable(
  'relation_links',
  {
    ...ownedColumns(),
    fromNode: text('from_node').notNull(),
    toNode: text('to_node').notNull(),
    label: text('label').notNull(),
  },
  (table) => [index('relation_links_account').on(table.accountId, table.id)],
);

export type RelationLink = typeof relationLinks.$inferSelect;
