import type { Context } from 'koa';
import { Service } from 'typedi';
import { PngImages } from '../../charts/png-images.js';
import { wantsBom, withBom } from '../csv/byte-order-mark.js';
import { csvReply } from '../csv/csv-reply.js';
import { csvType } from '../format.js';
import { Reply } from '../reply.js';
import { Requester } from '../requester.js';
import { pngType, svgType } from '../svg-response.js';
import type { Route } from './route.js';

/** Converts the result of a controller to the negotiated media type: JSON to CSV, and SVG to PNG. */
@Service()
export class Representation {
  constructor(private readonly images: PngImages) {}

  /** Returns true if the result of the controller needs no conversion. */
  isAnswer(ctx: Context, result: unknown): boolean {
    const { mediaType } = ctx.state;
    if (mediaType === csvType) return jsonOf(result) === undefined && !(wantsBom(ctx) && result instanceof Reply);
    return mediaType !== pngType || !(result instanceof Reply) || result.options.type !== svgType;
  }

  /**
   * Converts the result; a CSV gets a byte-order mark if the caller wants one.
   * @throws Problem `invalid_request`, `overloaded`
   */
  async of(ctx: Context, { endpoint }: Route, result: object): Promise<Reply> {
    // All formats keep the headers of the reply, except the Content-Security-Policy of an SVG document.
    const { 'Content-Security-Policy': _, ...headers } = result instanceof Reply ? (result.options.headers ?? {}) : {};
    const json = jsonOf(result);
    if (json !== undefined) return withBom(ctx, withHeaders(await csvReply(ctx, endpoint, json), headers));
    if (ctx.state.mediaType === csvType) return withBom(ctx, result as Reply);
    const png = await this.images.of(new Requester(ctx), String((result as Reply).body), Number(ctx.query.scale ?? 1));
    return new Reply(png, { type: pngType, headers });
  }
}

/** Returns the object that would be sent as JSON; undefined for other results. */
function jsonOf(result: unknown): object | undefined {
  const body = result instanceof Reply ? (result.options.type === undefined ? result.body : undefined) : result;
  return typeof body === 'object' && body !== null ? body : undefined;
}

const withHeaders = ({ body, options }: Reply, headers: Record<string, string>): Reply =>
  new Reply(body, { ...options, headers: { ...headers, ...options.headers } });
