import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { svgType } from '../../../http/picture.js';
import { geoJsonType } from '../geojson.js';

export type TrackForm = 'json' | 'geojson' | 'picture';

/** Parameter: what the caller would rather have, by `format`, which is the last word, or by `Accept`; JSON where all are as welcome. */
export function ResponseFormat(): ParameterDecorator {
  return createParamDecorator({ value: ({ context }) => responseFormat(context as Context) }) as ParameterDecorator;
}

function responseFormat(ctx: Context): TrackForm {
  const { format } = ctx.query;
  if (format === 'json' || format === 'geojson') return format;
  const accepted = ctx.accepts('application/json', geoJsonType, svgType);
  if (accepted === geoJsonType) return 'geojson';
  return accepted === svgType ? 'picture' : 'json';
}
