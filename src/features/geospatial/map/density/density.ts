export const densityLayers = ['vessels', 'aircraft', 'events'] as const;
export type DensityLayer = (typeof densityLayers)[number];

/** Cells of an answer at most. */
export const MAX_CELLS = 20_000;

/** The density of objects. */
export interface Density {
  /** Resolution of H3. */
  resolution: number;
  layer: DensityLayer;
  total: number;
  /** Providers of the objects; of many objects, of a sample. */
  providers: string[];
  /** When the latest of it was received (ms); undefined of events, and when there is nothing. */
  receivedAt: number | undefined;
  /** The fullest first. */
  cells: CountedCell[];
}

export interface CountedCell {
  /** The index, as H3 writes it. */
  cell: string;
  count: number;
}
