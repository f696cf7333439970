import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../accounts/account-quota.service.js';
import { Problem } from '../api/problem.js';
import type { DtoClass } from '../api/rules.js';
import { creatingGrant } from '../async/account-context.js';
import { Database } from '../database/database.js';
import type { Caller } from '../http/caller.js';
import { assertVersion } from '../http/entity-tag.js';
import type { OldestFirstQuery, Page } from '../http/page.js';
import { Clock } from '../time/clock.js';
import type { Order } from '../time/sort-order.js';
import { uuidV7 } from '../time/uuid-v7.js';
import type { GrantedFilter, GrantedItem, GrantedItems } from './granted-items.service.js';
import { type Owned, type OwnedColumns, OwnedTable } from './owned-table.js';
import type { DeclaredKind, ShareableKind } from './shareable-kind.js';

/** Knows the kinds of resources that can be granted, and ends the grants on deleted resources. */
@Service()
export class ShareableKinds {
  private readonly kinds = new Map<string, DeclaredKind>();
  private readonly prefixes: Array<{ prefix: string; kind: DeclaredKind }> = [];
  private end: (accountId: string, resourceId: string) => Promise<void> = async () => {};
  private begin: (kind: ShareableKind, accountId: string, resourceId: string) => Promise<void> = async () => {};
  /** Returns a page of the granted resources of a kind. Set at the start, so that kinds load no code of grants. */
  page: GrantedItems['page'] = () => {
    throw new Error('Grants are not available yet.');
  };

  declare(kind: DeclaredKind): void {
    this.kinds.set(kind.name, kind);
    this.prefixes.push({ prefix: `/api/v1${kind.path}/`, kind });
  }

  /** Sets the function that grants a new resource to the account that creates it for its owner. */
  beginWith(begin: (kind: ShareableKind, accountId: string, resourceId: string) => Promise<void>): void {
    this.begin = begin;
  }

  /** Sets the function that deletes the grants on a resource. */
  endWith(end: (accountId: string, resourceId: string) => Promise<void>): void {
    this.end = end;
  }

  get(name: string): DeclaredKind {
    const kind = this.kinds.get(name);
    if (kind === undefined) throw new Error(`No records declare the shareable kind ${name}`);
    return kind;
  }

  /** Returns the kind of the resource that a path of the API names; undefined for other paths. */
  at(path: string): DeclaredKind | undefined {
    return this.prefixes.find(({ prefix }) => path.startsWith(prefix))?.kind;
  }

  /** Grants a new resource to the account that creates it for its owner, in the transaction that creates it. */
  async begun(kind: ShareableKind, accountId: string, resourceId: string): Promise<void> {
    if (creatingGrant() !== undefined) await this.begin(kind, accountId, resourceId);
  }

  /** Deletes the grants on a resource in the transaction that deletes the resource. */
  ended(accountId: string, resourceId: string): Promise<void> {
    return this.end(accountId, resourceId);
  }
}

/** Services that all kinds of owned resources use. */
@Service()
export class OwnedParts {
  constructor(
    readonly database: Database,
    readonly quota: AccountQuota,
    readonly clock: Clock,
    readonly shareable: ShareableKinds,
  ) {}

  /** Returns the access to a table whose rows are the items of the resource. */
  table<Row extends Owned>(table: OwnedColumns<Row>): OwnedTable<Row> {
    return new OwnedTable(this.database, table);
  }
}

/** Declares the section of a kind of resource in the export of an account. */
export interface OwnedExport {
  /** Name of the section, such as `watchlists`. */
  section: string;
  /** Description of the section for readers of the export. */
  description: string;
  /** DTO of the items. */
  item: DtoClass & { from(item: never): object };
}

/** Declares the search of a kind of resource: all items of an account can be found by their texts. */
export interface OwnedSearch {
  /** Name of the type in results, in snake case. */
  type: string;
  /** Title for people, such as `Your watchlists`. */
  title: string;
  /** Path of the resources without the prefix of the API, such as `/markets/watchlists`. */
  path: string;
  /** Searched columns, or SQL expressions; the first one is the column of the title. */
  texts: readonly [string, ...string[]];
  /** Column from which snippets are taken; undefined: no snippets. */
  snippet?: string;
  /** True: its results come after the results of all other types. */
  ranksLast?: boolean;
}

export interface OwnedKind<Table> {
  table: Table;
  /** Noun for messages, as in `You have no bookmark with this id.` */
  noun: string;
  /** Plural of the noun. Default: `noun` with an s. */
  plural?: string;
  /** Name of the limit on the number of items of an account. */
  limitName: string;
  /** Largest limit that operators may set for one account. Default: as in `AccountLimit`. */
  maxLimit?: number;
  /** Returns the configured limit. */
  limit(): number;
  /** Section of the account's export; undefined if another class exports the items. */
  exported?: OwnedExport;
  /** Search of the items; undefined if they are not searched, or by a `*.search.ts`. */
  searched?: OwnedSearch;
  /** Declares that the items can be granted to other accounts; undefined: they cannot. */
  shared?: ShareableKind;
}

type TableOf<Item extends Owned> = Omit<OwnedTable<Item>, 'table'> & { readonly table: OwnedColumns };
/** The fields of an item that its kind sets. */
export type ContentOf<Item extends Owned> = Omit<Item, keyof Owned>;

/**
 * Manages one kind of resource that accounts own: creates items within a quota, lists them, changes them under
 * `If-Match`, and removes them. A subclass defines the content of a new item (`fresh`) and the fields that a change
 * sets (`revised`), and overrides the hooks that it needs. A kind with other needs has its own class.
 */
export abstract class OwnedRecords<
  Item extends Owned,
  Input,
  Changes = Partial<Input>,
  Table extends TableOf<Item> = TableOf<Item>,
> {
  protected readonly table: Table;

  constructor(
    protected readonly parts: OwnedParts,
    readonly kind: OwnedKind<Table>,
  ) {
    this.table = kind.table;
    const { limit: configured, maxLimit: max, limitName } = kind;
    parts.quota.declare(limitName, { configured, max, count: (accountId) => this.count(accountId) });
    if (kind.shared !== undefined)
      parts.shareable.declare({ ...kind.shared, hold: (accountId, id) => this.hold(accountId, id) });
  }

  /** Returns an item. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Item> {
    return this.found(await this.table.find(accountId, id));
  }

  async has(accountId: string, id: string): Promise<boolean> {
    return (await this.table.find(accountId, id)) !== undefined;
  }

  /** Locks an item until the transaction ends. @throws Problem `not_found` */
  async hold(accountId: string, id: string): Promise<Item> {
    return this.found(await this.table.hold(accountId, id));
  }

  /** Lists items in the order of creation, after the item `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Item[]> {
    return this.table.list(accountId, limit, after, order);
  }

  /** Returns a page of the items that other accounts have granted to an account. */
  shared(caller: Caller, query: OldestFirstQuery, filter?: GrantedFilter): Promise<Page<GrantedItem<Item>>> {
    const { shared, noun } = this.kind;
    if (shared === undefined) throw new Error(`The kind ${noun} cannot be granted`);
    return this.parts.shareable.page(shared, this.table, caller, query, filter);
  }

  /** Returns all items of an account, the oldest first. */
  async all(accountId: string): Promise<Item[]> {
    return this.table.list(accountId, await this.parts.quota.limitOf(accountId, this.kind.limitName));
  }

  count(accountId: string): Promise<number> {
    return this.table.count(accountId);
  }

  /** Creates an item. @throws Problem `quota_reached`, and the problems of `fresh` and `check` */
  async create(accountId: string, input: Input): Promise<Item> {
    const now = this.now();
    const content = await this.fresh(accountId, input, now);
    const times = { version: 1, createdAt: now, updatedAt: now };
    const item = { id: uuidV7(), accountId, ...content, ...times } as unknown as Item;
    await this.parts.database.transaction(async () => {
      await this.parts.quota.check(accountId, this.kind.limitName, (limit) => this.quotaDetail(limit));
      await this.check(item);
      await this.table.insert(item);
      await this.afterCreate(item);
      if (this.kind.shared !== undefined) await this.parts.shareable.begun(this.kind.shared, accountId, item.id);
    });
    return item;
  }

  /**
   * Changes an item. The version increases only if a field changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, and the problems of `revised` and `check`
   */
  change(accountId: string, id: string, changes: Changes, ifMatch?: string): Promise<Item> {
    return this.rewrite(accountId, id, ifMatch, (current) => this.revised(current, changes));
  }

  /** Removes an item. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.parts.database.transaction(async () => {
      const current = await this.hold(accountId, id);
      assertVersion(ifMatch, current);
      await this.beforeRemove(current);
      await this.table.remove(accountId, id);
      if (this.kind.shared !== undefined) await this.parts.shareable.ended(accountId, id);
    });
  }

  /** Returns the content of a new item. Called before the transaction. */
  protected abstract fresh(accountId: string, input: Input, now: Date): ContentOf<Item> | Promise<ContentOf<Item>>;

  /** Returns the fields that a change sets; undefined ones are unchanged. */
  protected abstract revised(current: Item, changes: Changes): Partial<Item>;

  /**
   * Hook that runs in the transaction before an item is stored. It may throw to reject the item, and set fields that
   * are known only in the transaction. @param before undefined for a new item
   */
  protected async check(_item: Item, _before?: Item): Promise<void> {}

  /** Hook that runs in the transaction after an item was created. */
  protected async afterCreate(_item: Item): Promise<void> {}

  /** Hook that runs in the transaction after an item was changed. */
  protected async afterChange(_item: Item, _before: Item): Promise<void> {}

  /** Hook that runs in the transaction that removes an item, while the item is still stored. */
  protected async beforeRemove(_item: Item): Promise<void> {}

  /** Changes an item, for methods other than `change`. @param revise returns the fields to set */
  protected rewrite(
    accountId: string,
    id: string,
    ifMatch: string | undefined,
    revise: (current: Item) => Partial<Item>,
  ): Promise<Item> {
    return this.parts.database.transaction(async () => {
      const current = await this.hold(accountId, id);
      assertVersion(ifMatch, current);
      const changed = Object.entries(revise(current)).filter(
        ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current[name as keyof Item]),
      );
      if (changed.length === 0) return current;
      const times = { version: current.version + 1, updatedAt: this.now() };
      const next = { ...current, ...Object.fromEntries(changed), ...times };
      await this.check(next, current);
      await this.table.replace(next);
      await this.afterChange(next, current);
      return next;
    });
  }

  protected quotaDetail(limit: number): string {
    return `An account has at most ${limit} ${this.kind.plural ?? `${this.kind.noun}s`} here; delete one first.`;
  }

  protected found(item: Item | undefined): Item {
    if (item === undefined) throw new Problem('not_found', { detail: `You have no ${this.kind.noun} with this id.` });
    return item;
  }

  protected now(): Date {
    return new Date(this.parts.clock.now());
  }
}

/** A kind of resource, independent of the type of its items. */
export interface AnyRecords {
  readonly kind: Pick<OwnedKind<unknown>, 'exported' | 'searched' | 'limit'> & { table: { table: OwnedColumns } };
  list(accountId: string, limit: number): Promise<Owned[]>;
  count(accountId: string): Promise<number>;
}
