import { idOf } from '../layer.js';
import type { Vessel } from '../vessel.js';

/** How people call her: by her name, else by her number. */
export const vesselName = ({ name, key }: Pick<Vessel, 'name' | 'key'>): string => name ?? `MMSI ${idOf('vessels', key)}`;
