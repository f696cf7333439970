import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Dto, Field } from '../api/field.js';
import { choice, integer, optional } from '../api/rules.js';
import { Reply } from './reply.js';

export const svgType = 'image/svg+xml';
export const pngType = 'image/png';

/** Query parameters of a drawing; the query DTOs of drawing operations extend this class. */
@Dto('The size and the color scheme of the picture.')
export class PictureQuery {
  @Field(
    'Theme of an image: `light`, `dark`, or `auto`, which follows the `prefers-color-scheme`. Ignored for JSON.',
    optional(choice(['auto', 'light', 'dark'])),
    { default: 'auto', example: 'auto' },
  )
  theme: 'auto' | 'light' | 'dark' = 'auto';

  @Field('Width of an image in CSS pixels. Ignored for JSON.', optional(integer(320, 2000)), {
    default: 960,
    example: 960,
  })
  width: number = 960;

  @Field('Height of an image in CSS pixels. Ignored for JSON.', optional(integer(200, 1200)), {
    default: 480,
    example: 480,
  })
  height: number = 480;
}

/**
 * Parameter decorator: injects true when the response is to be an image. Operations return SVG; the HTTP layer converts
 * it to PNG.
 */
export function WantsPicture(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => isPicture((context as Context).state.mediaType),
  }) as ParameterDecorator;
}

export const isPicture = (mediaType: string | undefined): boolean => mediaType === svgType || mediaType === pngType;

/**
 * Matches the style sheet at the start of an SVG, after its title and description. A style element further inside is
 * ignored, because text from outside could imitate it.
 */
const ownStyle = /^<svg [^<>]*>(?:<title>[^<]*<\/title>)?(?:<desc>[^<]*<\/desc>)?<style>([^<]*)<\/style>/;

/**
 * Returns an SVG document as a reply. Its Content-Security-Policy allows only its own style sheet, by hash, so that an
 * SVG opened on its own runs nothing.
 */
export function picture(svg: string): Reply {
  const style = ownStyle.exec(svg)?.[1];
  const allowed = style === undefined ? '' : `; style-src 'sha256-${hash('sha256', style, 'base64')}'`;
  return new Reply(svg, {
    type: svgType,
    headers: { 'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'${allowed}` },
  });
}
