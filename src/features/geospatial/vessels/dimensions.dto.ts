import { Dto, Field } from '../../../openapi/field.js';
import { integer } from '../../../openapi/rules.js';

@Dto('How far the sides of a vessel are from the reference point of its position, which mostly is the antenna (AIS types 5, 19, 21 and 24).')
export class DimensionsDto {
  @Field('Metres to the bow; 511 is that or more.', integer(0, 511), { example: 340 })
  toBowMeters!: number;

  @Field('Metres to the stern; 511 is that or more.', integer(0, 511), { example: 60 })
  toSternMeters!: number;

  @Field('Metres to port; 63 is that or more.', integer(0, 63), { example: 29 })
  toPortMeters!: number;

  @Field('Metres to starboard; 63 is that or more.', integer(0, 63), { example: 30 })
  toStarboardMeters!: number;
}
