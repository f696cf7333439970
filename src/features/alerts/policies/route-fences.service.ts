import { Service } from 'typedi';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import type { Alert } from '../alerts/alert.js';
import type { Policy } from './policy.js';

/** Finds the geofences of policies that contain an alert. */
@Service()
export class RouteFences {
  constructor(private readonly geospatial: GeospatialApi) {}

  async around(
    { accountId, place }: Pick<Alert, 'accountId' | 'place'>,
    policies: readonly Policy[],
  ): Promise<Set<string>> {
    const around = new Set<string>();
    if (place === null) return around;
    const named = policies.flatMap(({ routes }) => routes.flatMap(({ geofenceId }) => geofenceId ?? []));
    for (const id of new Set(named)) if (await this.geospatial.isInGeofence(accountId, id, place)) around.add(id);
    return around;
  }
}
