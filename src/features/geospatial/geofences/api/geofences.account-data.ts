import { Service } from 'typedi';
import { AccountData } from '../../../../accounts/account-data.js';
import type { Caller } from '../../../../http/caller.js';
import { GeofenceDto } from './geofence.dto.js';
import { GeofencesService } from './geofences.service.js';

/** The geofences of an account, for its export. */
@Service()
export class GeofencesData extends AccountData {
  readonly section = 'geofences';
  readonly description = 'Areas that the account watches.';
  readonly item = GeofenceDto;

  constructor(private readonly geofences: GeofencesService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.geofences.list(accountId, this.maxItems)).map(GeofenceDto.from);
  }
}
