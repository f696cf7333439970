import { Service } from 'typedi';
import { Fleets } from './fleets/fleets.records.js';

/** Lets other features read the fleets of accounts. */
@Service()
export class GeospatialFleetsApi {
  constructor(private readonly fleets: Fleets) {}

  /** Returns the members of a fleet, such as `vessel:219024336`; undefined if the account has no such fleet. */
  async membersOf(accountId: string, id: string): Promise<readonly string[] | undefined> {
    return (await this.fleets.has(accountId, id)) ? (await this.fleets.get(accountId, id)).members : undefined;
  }
}
