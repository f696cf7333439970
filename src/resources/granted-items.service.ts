import { Service } from 'typedi';
import { AuditLog } from '../audit/audit-log.js';
import type { SQL } from '../database/drizzle.js';
import type { Caller } from '../http/caller.js';
import { CursorCodec } from '../http/cursor.js';
import type { OldestFirstQuery, Page } from '../http/page.js';
import { Clock } from '../time/clock.js';
import { GrantRepository, type ReceivedGrant } from './grant.repository.js';
import type { GrantableTable, Owned } from './owned-table.js';
import type { ShareableKind } from './shareable-kind.js';

/** A resource of another account, and the grant by which the caller sees it. */
export interface GrantedItem<Item> {
  item: Item;
  grant: ReceivedGrant;
}

/** Selects a part of the granted resources. */
export interface GrantedFilter {
  /** Text that distinguishes the part in cursors. */
  by: string;
  /** Condition on the table of the resources; undefined: all of them. */
  condition: SQL | undefined;
}

/** Lists the resources of one kind that other accounts have granted, for the lists of all kinds. */
@Service()
export class GrantedItems {
  constructor(
    private readonly grants: GrantRepository,
    private readonly audit: AuditLog,
    private readonly cursors: CursorCodec,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of the resources that are granted to an account or to its teams now, in the order of their creation.
   * A resource with several grants appears once, with the widest of them. The activity of each owner records the use
   * before the resource is read. The list shows the same fields as `GET /:id`, which every grant of a kind opens.
   */
  async page<Item extends Owned>(
    { name, path }: ShareableKind,
    table: GrantableTable<Item>,
    { accountId }: Caller,
    { limit, cursor, order }: OldestFirstQuery,
    { by, condition }: GrantedFilter = { by: '', condition: undefined },
  ): Promise<Page<GrantedItem<Item>>> {
    const now = new Date(this.clock.now());
    const page = this.cursors.page(`granted:${name}:${accountId}:${JSON.stringify([order, by])}`, limit, cursor);
    const after = page.after?.[0] as string | undefined;
    const found = await this.grants.onKind(accountId, name, { table, condition }, now, {
      limit: page.fetch,
      after,
      order,
    });
    const { items: grants, nextCursor } = page.answer<ReceivedGrant, ReceivedGrant>(
      found,
      ({ resourceId }) => [resourceId],
      (grant) => grant,
    );
    if (grants.length === 0) return { items: [], nextCursor };
    await this.audit.append(
      ...grants.map(({ id, accountId: ownerId, resourceId }) => ({
        actorId: accountId,
        action: 'grant.read',
        subject: ownerId,
        detail: { grant: id, kind: name, resourceId, operation: `GET /api/v1${path}` },
      })),
    );
    const ids = grants.map(({ resourceId }) => resourceId);
    const items = new Map((await table.findMany(ids, now)).map((item) => [item.id, item]));
    return { items: grants.flatMap((grant) => pairOf(grant, items.get(grant.resourceId))), nextCursor };
  }
}

/** Returns a resource with its grant; empty if the resource was deleted meanwhile, or has another owner. */
const pairOf = <Item extends Owned>(grant: ReceivedGrant, item: Item | undefined): GrantedItem<Item>[] =>
  item?.accountId === grant.accountId ? [{ item, grant }] : [];
