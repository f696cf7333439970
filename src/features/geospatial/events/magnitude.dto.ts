import { Dto, Field } from '../../../api/field.js';
import { number, text } from '../../../api/rules.js';

@Dto('The strength or size of an event.')
export class MagnitudeDto {
  @Field('The value in `unit`.', number(), { example: 5.8 })
  value!: number;

  @Field(
    'The unit or scale: a magnitude scale of earthquakes such as `mww`, or `kts`, `acres`, `km/h`, …',
    text(1, 40),
    { example: 'mww' },
  )
  unit!: string;
}
