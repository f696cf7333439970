import type { SourceMaker } from '../source-parts.js';
import { reportingSource } from './reporting-source.js';
import { SimulatedAircraft } from './simulated-aircraft.js';

/** `simulator`: aircraft that are not there, between airports that are. */
export const aircraftSource: SourceMaker = (line, parts) => {
  if (line !== 'simulator') return undefined;
  return reportingSource(
    'adsb.simulator',
    parts,
    () => SimulatedAircraft.making(parts.seed),
    (report) => parts.sink.takeAircraft(report),
  );
};
