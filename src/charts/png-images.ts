import { Service } from 'typedi';
import { wrongParameter } from '../api/problem.js';
import { HeavyWork } from '../threads/heavy-work.js';
import type { LongRequest } from '../threads/long-request.js';
import { rasterizeInThread } from './rasterize.js';

/** Maximum number of pixels of an image, which takes 64 MB while it is rendered. */
const MAX_PIXELS = 16_000_000;

/** Converts SVG of this service to PNG, in the thread pool. */
@Service()
export class PngImages {
  constructor(private readonly heavy: HeavyWork) {}

  /**
   * Returns an SVG as PNG.
   * @param scale pixels per CSS pixel
   * @throws Problem `invalid_request` for an image that is too large; `overloaded`
   */
  async of(requester: LongRequest, svg: string, scale: number): Promise<Buffer> {
    const [, width = '', height = ''] = /^<svg [^<>]*?\bwidth="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    if (Number(width) * Number(height) * scale * scale > MAX_PIXELS) {
      throw wrongParameter(
        'query/scale',
        `must be smaller for this width and height: an image has at most ${MAX_PIXELS / 1e6} million pixels`,
      );
    }
    const png = await this.heavy.run(requester, (inThread) => inThread(rasterizeInThread, { svg, scale }));
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  }
}
