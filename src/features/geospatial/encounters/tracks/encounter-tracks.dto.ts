import { Dto, Field } from '../../../../api/field.js';
import { objects, timestamp, uuid } from '../../../../api/rules.js';
import { VesselTrackDto } from '../../history/tracks/track.dto.js';
import type { Encounter } from '../encounter.js';
import type { EncounterTracks } from './encounter-tracks.service.js';

@Dto('The tracks of the two vessels of an encounter.')
export class EncounterTracksDto {
  @Field('The id of the encounter, as in `GET /geospatial/encounters/{id}`.', uuid(), {
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e981',
  })
  encounterId!: Encounter['id'];

  @Field('An hour before the start of the encounter (UTC).', timestamp(), { example: '2026-11-20T01:10:00.000Z' })
  from!: string;

  @Field('An hour after its end, or now (UTC).', timestamp(), { example: '2026-11-20T09:25:00.000Z' })
  to!: string;

  @Field('The tracks; a vessel of which no position is kept is missing.', objects(VesselTrackDto, 2))
  tracks!: VesselTrackDto[];

  static from({ encounter, from, to, tracks }: EncounterTracks): EncounterTracksDto {
    return Object.assign(new EncounterTracksDto(), {
      encounterId: encounter.id,
      from: from.toISOString(),
      to: to.toISOString(),
      tracks: tracks.map((track) => VesselTrackDto.from(track)),
    });
  }
}
