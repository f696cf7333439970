export const densityLayers = ['vessels', 'aircraft', 'events'] as const;
export type DensityLayer = (typeof densityLayers)[number];

/** Maximum number of cells of a response. */
export const MAX_CELLS = 20_000;

/** The numbers of objects in cells. */
export interface Density {
  /** H3 resolution. */
  resolution: number;
  layer: DensityLayer;
  total: number;
  /** Providers of the objects; a sample if there are many objects. */
  providers: string[];
  /** Time at which the latest report was received (ms); undefined for events, and without objects. */
  receivedAt: number | undefined;
  /** Cells with at least one object, the highest count first. */
  cells: CountedCell[];
}

export interface CountedCell {
  /** H3 index of the cell, in hexadecimal. */
  cell: string;
  count: number;
}
