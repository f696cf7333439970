import { Dto, Field } from '../../../openapi/field.js';
import { number, text } from '../../../openapi/rules.js';

@Dto('How strong or how large it is.')
export class MagnitudeDto {
  @Field('The number, in `unit`.', number(), { example: 5.8 })
  value!: number;

  @Field('What the number counts: a scale of earthquakes such as `mww`, or `kts`, `acres`, `km/h`, …', text(1, 40), { example: 'mww' })
  unit!: string;
}
