import type { Coasts } from '../land/coasts.js';
import type { LiveState } from '../live/live-state.js';
import { AisGap } from './ais-gap.js';
import { CloseApproach } from './close-approach.js';
import type { Detector, PublishDetection } from './detector.js';
import { EmergencySquawk } from './emergency-squawk.js';
import { GpsDegradation } from './gps-degradation.js';
import { HoldingPattern } from './holding-pattern.js';
import { ImplausibleJump } from './implausible-jump.js';
import { Loitering } from './loitering.js';
import { PortCall } from './port-call.js';
import type { PortTable } from './port-table.js';
import { VesselEncounter } from './vessel-encounter.js';

/** Creates all detectors. A new detector is one file and one line here. */
export function createDetectors(
  live: Pick<LiveState, 'vessels' | 'aircraft'>,
  ports: Pick<PortTable, 'near' | 'isInHarbor'>,
  coasts: Pick<Coasts, 'landMask'>,
  publish: PublishDetection,
): Detector[] {
  const vesselOf = (key: number) => live.vessels.get(key);
  const aircraftOf = (key: number) => live.aircraft.get(key);
  const encounters = new VesselEncounter(publish, ports, coasts, vesselOf);
  return [
    new EmergencySquawk(publish, aircraftOf),
    new AisGap(publish, vesselOf),
    encounters,
    new Loitering(publish, ports, coasts, vesselOf, (key) => encounters.isInEncounter(key)),
    new PortCall(publish, ports, vesselOf),
    new CloseApproach(publish, 'vessels', ports, coasts, vesselOf),
    new CloseApproach(publish, 'aircraft', ports, coasts, aircraftOf),
    new ImplausibleJump(publish, (layer, key) =>
      layer === 'vessels' ? vesselOf(key)?.name : aircraftOf(key)?.callsign,
    ),
    new GpsDegradation(publish, aircraftOf),
    new HoldingPattern(publish, aircraftOf),
  ];
}
