import { Service } from 'typedi';
import { TracksService } from './history/tracks/tracks.service.js';
import { parseEntity } from './layer.js';
import type { Fix } from './track-point.js';

/** Lets other features read stored tracks. */
@Service()
export class GeospatialTracksApi {
  constructor(private readonly tracks: TracksService) {}

  /**
   * Returns the stored positions of an entity, oldest first; an empty list for an invalid entity.
   * @param range milliseconds, the end exclusive
   * @param limit maximum number of positions; later ones are left out
   */
  async trackOf(entity: string, { from, to }: { from: number; to: number }, limit: number): Promise<Fix[]> {
    const object = parseEntity(entity);
    return object === undefined ? [] : this.tracks.points(object.layer, object.key, { from, to: to - 1 }, limit);
  }
}
