import { Dto, Field } from '../../../api/field.js';
import { line, objects, optional } from '../../../api/rules.js';
import { PositionDto } from '../position.dto.js';

const MAX_CORNERS = 20;
const direction = () => optional(line(1, 50));

@Dto('A line to create, across which passages of vessels are counted.')
export class NewFlowDto {
  @Field('The display name.', line(1, 100), { example: 'Maas approach' })
  name!: string;

  @Field('Name of the direction from the left of the line to its right, seen from its first corner.', direction(), {
    default: 'forward',
    example: 'outbound',
  })
  forwardLabel: string = 'forward';

  @Field('Name of the other direction.', direction(), { default: 'backward', example: 'inbound' })
  backwardLabel: string = 'backward';

  @Field(
    'The corners of the line, between 80 degrees south and north, at least 10 m apart and at most 1,000 km in all. A ' +
      'line that ends at its first corner encloses an area.',
    objects(PositionDto, MAX_CORNERS, 2),
    {
      example: [
        { lat: 51.86, lon: 3.85 },
        { lat: 52.12, lon: 4.2 },
      ],
    },
  )
  line!: PositionDto[];
}
