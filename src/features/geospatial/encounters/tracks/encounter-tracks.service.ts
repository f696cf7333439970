import { Service } from 'typedi';
import { Problem } from '../../../../api/problem.js';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import type { Track } from '../../history/tracks/track.js';
import { MAX_TRACK_DAYS, TracksService } from '../../history/tracks/tracks.service.js';
import { parseEntity } from '../../layer.js';
import type { Encounter } from '../encounter.js';
import { Encounters } from '../encounters.service.js';

/** Maximum number of points of a track. */
const MAX_POINTS = 1_000;

/** The tracks of the vessels of an encounter, from an hour before to an hour after it. */
export interface EncounterTracks {
  encounter: Encounter;
  from: Date;
  to: Date;
  tracks: Track[];
}

/** Reads the tracks that explain an encounter. */
@Service()
export class EncounterTracksService {
  constructor(
    private readonly encounters: Encounters,
    private readonly tracks: TracksService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the tracks of both vessels; a vessel of which no position is kept is left out.
   * @throws Problem `not_found` for an unknown encounter
   */
  async read(id: string): Promise<EncounterTracks> {
    const encounter = await this.encounters.get(id);
    const now = this.clock.now();
    const from = encounter.startedAt.getTime() - HOUR_MS;
    // A track request covers a limited time; an encounter that is longer is shown from its start.
    const end = Math.min(now, (encounter.endedAt?.getTime() ?? now) + HOUR_MS, from + MAX_TRACK_DAYS * DAY_MS);
    const range = { from: new Date(from), to: new Date(Math.max(end, from + 1)) };
    const request = {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      simplifyMeters: 0,
      maxPoints: MAX_POINTS,
    };
    const keys = encounter.entities.flatMap((entity) => parseEntity(entity)?.key ?? []);
    const tracks = await Promise.all(keys.map((key) => this.tracks.read('vessels', key, request).catch(absent)));
    return { encounter, ...range, tracks: tracks.filter((track) => track !== undefined) };
  }
}

/** Returns undefined for a vessel without positions. @throws any other error */
function absent(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined;
  throw error;
}
