import { lexemesOf } from '../database/columns.js';
import { type AnyColumn, eq, getTableColumns, sql } from '../database/drizzle.js';
import { type SearchTable, type StoredSearch, StoredSource } from '../search/stored-search.js';
import type { AnyRecords, OwnedSearch } from './owned-records.js';
import type { OwnedColumns } from './owned-table.js';

/** Searches the resources of one kind that an account owns. */
export class OwnedSource extends StoredSource {
  readonly type: string;
  readonly title: string;
  override readonly ranksLast: boolean;
  protected readonly table: SearchTable;
  private readonly path: string;

  constructor(
    { type, title, path, texts, snippet, ranksLast = false }: OwnedSearch,
    table: OwnedColumns,
    stored: StoredSearch,
  ) {
    super(stored);
    this.type = type;
    this.title = title;
    this.path = path;
    this.ranksLast = ranksLast;
    const columns = getTableColumns(table);
    this.table = {
      from: sql`${table}`,
      id: table.id,
      title: columns[texts[0]] as AnyColumn,
      text: snippet === undefined ? undefined : columns[snippet],
      lexemes: lexemesOf(...texts),
      time: table.updatedAt,
      visible: (account) => [eq(table.accountId, account)],
    };
  }

  /** Returns the source that a kind declares; empty if it declares none. */
  static of({ kind }: AnyRecords, stored: StoredSearch): OwnedSource[] {
    return kind.searched === undefined ? [] : [new OwnedSource(kind.searched, kind.table.table, stored)];
  }

  protected hrefOf(id: string): string {
    return `/api/v1${this.path}/${id}`;
  }
}
