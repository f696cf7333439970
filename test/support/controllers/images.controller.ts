import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { Dto, Field } from '../../../src/api/field.js';
import { integer, text } from '../../../src/api/rules.js';
import { WithPng } from '../../../src/http/png-variant.js';
import type { Reply } from '../../../src/http/reply.js';
import { PictureQuery, picture, svgType, WantsPicture } from '../../../src/http/svg-response.js';

@Dto('What a picture shows.')
export class ShownDto {
  @Field('How wide it is.', integer(320, 2000), { example: 960 })
  width!: number;
}

const name = { description: 'What to draw.', rule: text(1, 20, /^[A-Z.]{1,20}$/), example: 'A.US' };
const svg = (title: string, { theme, width, height }: PictureQuery) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><title>${title}</title><desc>${theme}</desc>` +
  '<style>rect{fill:#123456}</style><rect width="9" height="9"/></svg>';

/** A resource as JSON or as an image, and the image under its own path. */
@Service()
@Authorized()
@JsonController('/drawn')
export class PicturesController {
  @Get('/:name')
  @Endpoint({
    summary: 'Read it',
    description: 'Or see it.',
    returns: ShownDto,
    alternatives: { [svgType]: 'A picture.' },
    params: { name },
  })
  readDrawn(
    @Param('name') shown: string,
    @QueryParams() query: PictureQuery,
    @WantsPicture() isPicture: boolean,
  ): ShownDto | Reply {
    return isPicture ? picture(svg(shown, query)) : Object.assign(new ShownDto(), { width: query.width });
  }

  @WithPng()
  @Get('/:name.svg')
  @Endpoint({
    summary: 'See it',
    description: 'The picture.',
    alternatives: { [svgType]: 'A picture.' },
    params: { name },
  })
  seeDrawn(@Param('name') shown: string, @QueryParams() query: PictureQuery): Reply {
    return picture(svg(shown, query));
  }
}
