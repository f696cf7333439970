import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Dto, Field } from '../api/field.js';
import { choice, integer, optional } from '../api/rules.js';
import { Reply } from './reply.js';

export const svgType = 'image/svg+xml';
export const pngType = 'image/png';

/** The options of a drawing. Operations that draw one extend it. */
@Dto('How large the picture is, and in which colours.')
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

/** Parameter: true when the answer is to be an image. Operations draw SVG; the driver makes PNG of it. */
export function WantsPicture(): ParameterDecorator {
  return createParamDecorator({
    value: ({ context }) => isPicture((context as Context).state.mediaType),
  }) as ParameterDecorator;
}

export const isPicture = (mediaType: string | undefined): boolean => mediaType === svgType || mediaType === pngType;

/**
 * The style sheet at the head of a picture, after its title and description. One further in is not looked for: a text
 * could pretend to be it.
 */
const ownStyle = /^<svg [^<>]*>(?:<title>[^<]*<\/title>)?(?:<desc>[^<]*<\/desc>)?<style>([^<]*)<\/style>/;

/**
 * An SVG document as the answer. Opened by itself it may do nothing but apply its own style sheet, which is named by
 * its hash.
 */
export function picture(svg: string): Reply {
  const style = ownStyle.exec(svg)?.[1];
  const allowed = style === undefined ? '' : `; style-src 'sha256-${hash('sha256', style, 'base64')}'`;
  return new Reply(svg, {
    type: svgType,
    headers: { 'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'${allowed}` },
  });
}
