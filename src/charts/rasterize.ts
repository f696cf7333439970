import { createRequire } from 'node:module';
import { threadFunction } from '../threads/thread-call.js';

/** An SVG document of this service, with `scale` pixels per CSS pixel. */
export interface Rasterized {
  svg: string;
  scale: number;
}

const family = 'DejaVu Sans Condensed';
const { resolve } = createRequire(import.meta.url);
/**
 * Returns the paths of the font files, from an npm package because a server may have no fonts. The font is condensed,
 * because texts are laid out for narrow fonts.
 */
const fontFiles = () =>
  ['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Converts an SVG to PNG; runs in a thread of the pool. The library is loaded at the first call. */
export async function rasterize({ svg, scale }: Rasterized): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const font = { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: family, sansSerifFamily: family };
  // The style sheet contains only the dark colors for `prefers-color-scheme`, which a PNG cannot follow.
  const still = svg.replace(/<style>[^<]*<\/style>/, '');
  // The bytes are copied, because memory of the library cannot be transferred to another thread.
  return new Uint8Array(new Resvg(still, { fitTo: { mode: 'zoom', value: scale }, font }).render().asPng());
}

export const rasterizeInThread = threadFunction<typeof rasterize>(new URL(import.meta.url), 'rasterize');
