/** The used part of the rasterizer, so that nothing else of its interface is relied upon. */
declare module '@resvg/resvg-js' {
  export interface ResvgOptions {
    fitTo?: { mode: 'zoom'; value: number };
    font?: { loadSystemFonts: boolean; fontFiles: string[]; defaultFontFamily: string; sansSerifFamily: string };
  }

  export class Resvg {
    constructor(svg: string, options: ResvgOptions);
    render(): { asPng(): Uint8Array };
  }
}
