import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { Endpoint } from '../../../../openapi/endpoint.js';
import { FenceBacktest } from './fence-backtest.service.js';
import { GeofenceBacktestDto, GeofenceBacktestRequestDto } from './geofence-backtest.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class GeofenceBacktestController {
  constructor(private readonly backtest: FenceBacktest) {}

  @Post('/:id/backtest')
  @Endpoint({
    summary: 'Try a geofence on the past',
    description:
      'What would have been published of it, by the tracks that are kept; nothing is published. The engine of the geofences runs over the kept points, and over as many points between them as reports were left out, evenly spaced: where none was left out, nothing is made up. Nothing leaves a fence as `lost`. What was inside at the beginning, by its last ' +
      'point of the two hours before, is as `insideAtCreation` says. Of ships and aircraft that have a point in the boxes around the fence the whole way is looked at.',
    returns: GeofenceBacktestDto,
    status: 200,
  })
  async backtestGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() range: GeofenceBacktestRequestDto,
  ): Promise<GeofenceBacktestDto> {
    return GeofenceBacktestDto.from(await this.backtest.run(accountId, id, range));
  }
}
