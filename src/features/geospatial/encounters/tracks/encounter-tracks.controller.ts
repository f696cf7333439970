import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../../api/endpoint.js';
import { EncounterTracksDto } from './encounter-tracks.dto.js';
import { EncounterTracksService } from './encounter-tracks.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/encounters')
export class EncounterTracksController {
  constructor(private readonly tracks: EncounterTracksService) {}

  @Get('/:id/tracks')
  @Endpoint({
    summary: 'Get the tracks of an encounter',
    description:
      'Returns the tracks of both vessels from an hour before an encounter to an hour after it, so that the ' +
      'encounter can be checked: significant points, at most 1,000 of each vessel. Tracks are kept for ' +
      '`SVC_TRACK_DAYS`, encounters for a year; an older encounter has tracks without points.',
    returns: EncounterTracksDto,
    errors: ['not_found'],
  })
  async getEncounterTracks(@Param('id') id: string): Promise<EncounterTracksDto> {
    return EncounterTracksDto.from(await this.tracks.read(id));
  }
}
