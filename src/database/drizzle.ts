// The only file that loads Drizzle. Its ES modules are hundreds of files, which take a third of a second of every
// start; `require` is fast and loads a single copy of its classes. Other files import from here.
import orm = require('drizzle-orm');
import nodePostgres = require('drizzle-orm/node-postgres');
import files = require('drizzle-orm/migrator');
import migrator = require('drizzle-orm/node-postgres/migrator');
import core = require('drizzle-orm/pg-core');

export const {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
} = orm;
export const {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unionAll,
  unique,
  uniqueIndex,
  uuid,
} = core;
export const { drizzle } = nodePostgres;
export const { migrate: applyMigrations } = migrator;
export const { readMigrationFiles } = files;
export type SQL<Value = unknown> = orm.SQL<Value>;
export type AnyColumn = orm.AnyColumn;
export type PgTable = core.PgTable;
export type NodePgDatabase<Tables extends Record<string, unknown>> = nodePostgres.NodePgDatabase<Tables>;
