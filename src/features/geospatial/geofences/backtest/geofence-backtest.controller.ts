import { Authorized, Body, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { FenceBacktest } from './fence-backtest.service.js';
import { GeofenceBacktestDto, GeofenceBacktestRequestDto } from './geofence-backtest.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class GeofenceBacktestController {
  constructor(private readonly backtest: FenceBacktest) {}

  @Post('/:id/backtest')
  @Endpoint({
    summary: 'Backtest a geofence',
    description:
      'Evaluates the geofence against stored tracks and returns the transitions it would have produced. ' +
      'Publishes no events. Reports that were not stored are interpolated between the stored points, evenly ' +
      'spaced. No `lost` exits are reported. Objects inside at the beginning, by their last ' +
      'point of the two hours before, are treated as `insideAtCreation` says. Vessels and aircraft with a ' +
      'stored point within 10 km of the geofence are evaluated.',
    returns: GeofenceBacktestDto,
    status: 200,
    scope: 'read',
    granted: 'read',
  })
  async backtestGeofence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() range: GeofenceBacktestRequestDto,
  ): Promise<GeofenceBacktestDto> {
    return GeofenceBacktestDto.from(await this.backtest.run(accountId, id, range));
  }
}
