import { createRequire } from 'node:module';
import { threadFunction } from '../threads/thread-call.js';

/** An SVG document of ours, with `scale` pixels for each CSS pixel. */
export interface Rasterized {
  svg: string;
  scale: number;
}

const family = 'DejaVu Sans Condensed';
const { resolve } = createRequire(import.meta.url);
/**
 * A server may have no fonts: these come with the packages of this service. Condensed, since texts are laid out for
 * narrow fonts.
 */
const fontFiles = () =>
  ['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Makes a PNG of an SVG: what runs in the thread. The library is loaded with the first one. */
export async function rasterize({ svg, scale }: Rasterized): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const font = { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: family, sansSerifFamily: family };
  // The style sheet only has the colors of the dark: an image has no reader to follow.
  const still = svg.replace(/<style>[^<]*<\/style>/, '');
  // The bytes are copied, because memory of the library cannot be transferred to another thread.
  return new Uint8Array(new Resvg(still, { fitTo: { mode: 'zoom', value: scale }, font }).render().asPng());
}

export const rasterizeInThread = threadFunction<typeof rasterize>(new URL(import.meta.url), 'rasterize');
