import { Dto, Field } from '../../api/field.js';
import { uuid } from '../../api/rules.js';

const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e';

@Dto('The ids of the demonstration data.')
export class DebugSeedResultDto {
  @Field('The demonstration portfolio, with made-up transactions.', uuid(), { example: id })
  portfolioId!: string;

  @Field('Id of the created watchlist.', uuid(), { example: id })
  watchlistId!: string;

  @Field('The geofence around the port of Rotterdam.', uuid(), { example: id })
  geofenceId!: string;

  @Field('The alert rule on a price.', uuid(), { example: id })
  alertRuleId!: string;
}
