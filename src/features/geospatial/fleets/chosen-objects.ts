import type { Layer } from '../layer.js';

/** Keys of chosen objects by layer. */
export type ChosenObjects = Readonly<Record<Layer, ReadonlySet<number>>>;
