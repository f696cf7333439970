import { Service } from 'typedi';
import { GrantedAccess } from '../../http/granted-access.js';
import { Fleets } from './fleets/fleets.records.js';

/** Lets other features read the fleets of accounts. */
@Service()
export class GeospatialFleetsApi {
  constructor(
    private readonly fleets: Fleets,
    private readonly granted: GrantedAccess,
  ) {}

  /**
   * Returns the members of a fleet that an account owns or may read by a grant, such as `vessel:219024336`; undefined
   * without such a fleet.
   * @param use text for the activity of the owner; undefined: the use continues one that was recorded
   */
  async membersOf(accountId: string, id: string, use?: string): Promise<readonly string[] | undefined> {
    const isOwn = await this.fleets.has(accountId, id);
    const ownerId = isOwn ? accountId : await this.granted.ownerOf(accountId, 'fleet', id, use);
    return ownerId === undefined ? undefined : (await this.fleets.get(ownerId, id)).members;
  }
}
