import type { Caller } from '../http/caller.js';
import type { CursorCodec } from '../http/cursor.js';
import type { OldestFirstQuery, Page } from '../http/page.js';
import { Reply } from '../http/reply.js';
import type { Order } from '../time/sort-order.js';
import type { GrantedItem } from './granted-items.service.js';
import type { Owned } from './owned-table.js';
import { withGrant } from './resource-dto.js';

/** The methods of the records that a controller calls. */
interface Records {
  get(accountId: string, id: string): Promise<Owned>;
  list(accountId: string, limit: number, after?: string, order?: Order): Promise<Owned[]>;
  shared?(caller: Caller, query: OldestFirstQuery): Promise<Page<GrantedItem<Owned>>>;
  create(accountId: string, input: never): Promise<Owned>;
  change(accountId: string, id: string, changes: never, ifMatch?: string): Promise<Owned>;
  remove(accountId: string, id: string, ifMatch?: string): Promise<void>;
}
type ItemOf<Kind extends Records> = Awaited<ReturnType<Kind['get']>>;
type InputOf<Kind extends Records> = Parameters<Kind['create']>[1];
type ChangesOf<Kind extends Records> = Parameters<Kind['change']>[2];

/** The path, the list name and the DTO of a kind, for responses. */
export interface OwnedAnswers<Item> {
  /** Path of the resources without the prefix of the API, such as `/markets/watchlists`. */
  path: string;
  /** Returns the DTO of an item. */
  from(item: Item): object;
  /** Name of the list in its cursors; cursors of other lists are rejected. */
  list: string;
}

/** A part of the items, in the order of creation. */
interface Selection<Item> {
  /** Text that distinguishes the part in cursors: its filters and order. */
  by: string;
  read(limit: number, after?: string): Promise<Item[]>;
  /** Returns a page of this part of the items that other accounts have granted. */
  shared?(): Promise<Page<GrantedItem<Owned>>>;
}

/** Implements the operations on one kind of resource, for controllers with the decorators of `owned-routes.ts`. */
export abstract class OwnedController<Kind extends Records> {
  constructor(
    protected readonly records: Kind,
    protected readonly cursors: CursorCodec,
    private readonly answers: OwnedAnswers<ItemOf<Kind>>,
  ) {}

  /**
   * Returns one page of a list; with `shared` of the items that other accounts have granted to the caller.
   * @param selected reads a part of the items; undefined: all items are listed
   */
  protected async page(
    caller: Caller,
    query: OldestFirstQuery & { shared?: boolean },
    selected?: Selection<ItemOf<Kind>>,
  ): Promise<Page<object>> {
    if (query.shared === true)
      return this.sharedPage(await (selected?.shared?.() ?? this.records.shared?.(caller, query)));
    const { limit, cursor, order } = query;
    const { accountId } = caller;
    const page = this.cursors.page(`${this.answers.list}:${accountId}:${selected?.by ?? order}`, limit, cursor);
    const after = page.after?.[0] as string | undefined;
    const found =
      (await selected?.read(page.fetch, after)) ?? (await this.records.list(accountId, page.fetch, after, order));
    return page.answer<Owned>(
      found,
      ({ id }) => [id],
      (item) => this.dtoOf(item),
    );
  }

  protected async created({ accountId }: Caller, input: InputOf<Kind>): Promise<Reply> {
    return this.reply(await this.records.create(accountId, input as never));
  }

  /** Returns a 201 with the address of the new item. */
  protected reply(item: Owned): Reply {
    return Reply.created(this.dtoOf(item), `/api/v1${this.answers.path}/${item.id}`);
  }

  protected async one({ accountId }: Caller, id: string): Promise<object> {
    return this.dtoOf(await this.records.get(accountId, id));
  }

  protected async changed(
    { accountId }: Caller,
    id: string,
    changes: ChangesOf<Kind>,
    ifMatch?: string,
  ): Promise<object> {
    return this.dtoOf(await this.records.change(accountId, id, changes as never, ifMatch));
  }

  protected async removed({ accountId }: Caller, id: string, ifMatch?: string): Promise<void> {
    await this.records.remove(accountId, id, ifMatch);
  }

  private sharedPage(page: Page<GrantedItem<Owned>> = { items: [], nextCursor: null }): Page<object> {
    return { ...page, items: page.items.map(({ item, grant }) => withGrant(this.dtoOf(item), grant)) };
  }

  private dtoOf(item: Owned): object {
    return this.answers.from(item as ItemOf<Kind>);
  }
}
