import { Dto, Field } from '../../../openapi/field.js';
import { choice, list, optional } from '../../../openapi/rules.js';
import { type PictureLayer, pictureLayers } from '../layer.js';
import { MapLookQuery } from './map-look.dto.js';

@Dto('What a map shows, how large it is and in which colours.')
export class MapQuery extends MapLookQuery {
  @Field('Layers to draw; pins and geofences are your own.', optional(list(choice(pictureLayers), pictureLayers.length, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'geofences'],
  })
  layer: PictureLayer[] = ['vessels', 'aircraft', 'events'];
}
