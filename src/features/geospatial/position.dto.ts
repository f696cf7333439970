import { Dto, Field } from '../../api/field.js';
import { number } from '../../api/rules.js';

@Dto('A position, WGS 84.')
export class PositionDto {
  @Field('Latitude in degrees, north positive.', number(-90, 90), { example: 51.9052 })
  lat!: number;

  @Field('Longitude in degrees, east positive; 180 is given as -180.', number(-180, 180), { example: 4.1027 })
  lon!: number;
}
