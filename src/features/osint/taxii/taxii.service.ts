import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { uuidPattern } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { StixSelection } from '../stix/stix-selection.js';
import { type TaxiiCollection, TaxiiCollections, type TaxiiEntry } from './taxii-collections.service.js';
import type { TaxiiConditions } from './taxii-form.js';

/** A page of a collection, in the order in which its objects were added. */
export interface TaxiiPage {
  entries: readonly TaxiiEntry[];
  /** Cursor of the next page; undefined on the last one. */
  next?: string;
}

/** Position of an object: its time, the number of its section, and its id. */
type Position = [time: string, section: number, id: string];
type Placed = TaxiiEntry & { section: number };

const KEYWORDS = ['last', 'first', 'all'];
/** The filters of a query, which belong to the scope of its cursors. */
const filters = ['added_after', 'match[id]', 'match[type]', 'match[version]', 'match[spec_version]'] as const;

/** Reads the collections of the TAXII server. */
@Service()
export class TaxiiService {
  constructor(
    private readonly collections: TaxiiCollections,
    private readonly cursors: CursorCodec,
  ) {}

  /** Returns a page of a collection. @throws Problem `not_found`, `invalid_request` */
  async page(accountId: string, name: string, query: TaxiiConditions): Promise<TaxiiPage> {
    const collection = this.collections.get(name);
    const scope = `taxii:${accountId}:${collection.description.alias}:${JSON.stringify(filters.map((by) => query[by]))}`;
    const after = query.next === undefined ? undefined : this.positionOf(scope, query.next);
    const limit = Math.min(query.limit ?? collection.limit, collection.limit);
    const found = await read(collection, accountId, query, limit + 1, after);
    const entries = found.slice(0, limit);
    const last = entries.at(-1);
    if (found.length <= limit || last === undefined) return { entries };
    return { entries, next: this.cursors.encode(scope, [last.time.toISOString(), last.section, last.id]) };
  }

  /**
   * Returns a page with an object, which is empty if its version does not match.
   * @throws Problem `not_found` for an object that the collection does not have
   */
  async object(accountId: string, name: string, objectId: string, query: TaxiiConditions): Promise<TaxiiPage> {
    const byId = { 'match[id]': [objectId] };
    const page = await this.page(accountId, name, { ...query, ...byId });
    const isThere = page.entries.length > 0 || (await this.page(accountId, name, byId)).entries.length > 0;
    if (!isThere) throw new Problem('not_found', { detail: 'The collection has no object with this id.' });
    return page;
  }

  private positionOf(scope: string, next: string): Position {
    try {
      return this.cursors.decode(scope, next) as Position;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw wrongParameter('query/next', 'must be a next as it was given, with the same conditions');
    }
  }
}

async function read(
  { sections }: TaxiiCollection,
  accountId: string,
  query: TaxiiConditions,
  limit: number,
  after: Position | undefined,
): Promise<Placed[]> {
  const { added_after: since, 'match[type]': types, 'match[id]': ids, 'match[version]': versions } = query;
  if (query['match[spec_version]']?.includes('2.1') === false) return [];
  const addedAfter = since === undefined ? undefined : timeOf(since, 'query/added_after');
  const isAnyVersion = versions === undefined || versions.some((version) => KEYWORDS.includes(version));
  const times = isAnyVersion ? undefined : versions.map((version) => timeOf(version, 'query/match[version]'));
  const found = sections.map(async (section, index): Promise<Placed[]> => {
    if (types !== undefined && !types.some((type) => section.types.includes(type))) return [];
    const own = ids?.flatMap((id) => uuidIn(id, section.types));
    if (own?.length === 0) return [];
    const selection: StixSelection = {
      limit,
      addedAfter,
      ids: own,
      versions: times,
      after: after && within(after, index),
    };
    return (await section.read(accountId, selection)).map((entry) => ({ ...entry, section: index }));
  });
  return (await Promise.all(found)).flat().sort(inOrder).slice(0, limit);
}

/** @throws Problem `invalid_request` for a time that does not exist, such as the 30th of February */
function timeOf(text: string, pointer: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw wrongParameter(pointer, 'must be a time that exists');
  return time;
}

/** Returns the position within a section from which to continue after a position of any section. */
function within([time, section, id]: Position, index: number): StixSelection['after'] {
  return { time: new Date(time), isInclusive: index > section, ...(index === section && { id }) };
}

/** Returns the UUID of an id of one of the types; an empty list for other ids. */
function uuidIn(id: string, types: readonly string[]): string[] {
  const [type = '', uuid = ''] = id.split('--');
  return types.includes(type) && uuidPattern.test(uuid) ? [uuid] : [];
}

function inOrder(a: Placed, b: Placed): number {
  const difference = a.time.getTime() - b.time.getTime() || a.section - b.section;
  return difference !== 0 ? difference : a.id < b.id ? -1 : 1;
}
