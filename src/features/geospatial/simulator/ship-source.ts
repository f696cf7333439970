import type { SourceMaker } from '../source-parts.js';
import { reportingSource } from './reporting-source.js';
import { SeaLanes } from './sea-lanes.js';
import { SimulatedShips } from './simulated-ships.js';

/** `simulator`: simulated vessels on real seas. */
export const shipSource: SourceMaker = (line, parts) => {
  if (line !== 'simulator') return undefined;
  return reportingSource(
    'ais.simulator',
    parts,
    () => SimulatedShips.making(parts.seed, new SeaLanes()),
    (report) => parts.sink.takeVessel(report),
  );
};
