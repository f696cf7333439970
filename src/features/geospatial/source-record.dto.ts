import { Dto, Field } from '../../api/field.js';
import { text } from '../../api/rules.js';

@Dto('A record that this one was derived from.')
export class SourceRecordDto {
  @Field(
    'Its provider: `simulator` for simulated data, `recording` for a recording whose times are shifted to now.',
    text(1, 50),
    { example: 'ais' },
  )
  provider!: string;

  @Field('Entity: `vessel:` with an MMSI, or `aircraft:` with a 24-bit address.', text(3, 150), {
    example: 'vessel:219024336',
  })
  record!: string;
}
