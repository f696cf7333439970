/** Declares only the used part of the rasterizer, so that no other part can be used by accident. */
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
