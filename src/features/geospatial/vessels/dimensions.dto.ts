import { Dto, Field } from '../../../openapi/field.js';
import { integer } from '../../../openapi/rules.js';

@Dto('How far the sides of a vessel are from the reference point of its position, which mostly is the antenna (AIS types 5, 19, 21 and 24).')
export class DimensionsDto {
  @Field('Meters to the bow; 511 means 511 or more.', integer(0, 511), { example: 340 })
  toBowMeters!: number;

  @Field('Meters to the stern; 511 means 511 or more.', integer(0, 511), { example: 60 })
  toSternMeters!: number;

  @Field('Meters to port; 63 means 63 or more.', integer(0, 63), { example: 29 })
  toPortMeters!: number;

  @Field('Meters to starboard; 63 means 63 or more.', integer(0, 63), { example: 30 })
  toStarboardMeters!: number;
}
