import type { Coasts } from '../land/coasts.js';
import type { LivePicture } from '../live/live-picture.js';
import { AisGap } from './ais-gap.js';
import { CloseApproach } from './close-approach.js';
import type { Detector, Notice } from './detector.js';
import { EmergencySquawk } from './emergency-squawk.js';
import { GpsDegradation } from './gps-degradation.js';
import { ImplausibleJump } from './implausible-jump.js';
import { Loitering } from './loitering.js';
import { PortCall } from './port-call.js';
import type { PortTable } from './port-table.js';

/** A detector is one file and one line here. */
export function createDetectors(
  picture: Pick<LivePicture, 'vessels' | 'aircraft'>,
  ports: Pick<PortTable, 'near' | 'isInHarbour'>,
  coasts: Pick<Coasts, 'landMask'>,
  notice: Notice,
): Detector[] {
  const vesselOf = (key: number) => picture.vessels.get(key);
  const aircraftOf = (key: number) => picture.aircraft.get(key);
  return [
    new EmergencySquawk(notice, aircraftOf),
    new AisGap(notice, vesselOf),
    new Loitering(notice, ports, coasts, vesselOf),
    new PortCall(notice, ports, vesselOf),
    new CloseApproach(notice, 'vessels', ports, coasts, vesselOf),
    new CloseApproach(notice, 'aircraft', ports, coasts, aircraftOf),
    new ImplausibleJump(notice),
    new GpsDegradation(notice, aircraftOf),
  ];
}
