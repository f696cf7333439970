import { isMilitary } from '../adsb/icao-country.js';
import { type Aircraft, plainRegistration } from '../aircraft.js';
import { SIMULATOR } from '../data-origin.js';
import { NON_ICAO } from '../layer.js';
import type { ReportOf } from '../live/field-columns.js';
import type { AircraftCompleter, LiveState } from '../live/live-state.js';
import type { AircraftReport } from '../observation.js';

/** An aircraft of a table. Empty texts are unknown. */
export interface ListedAircraft {
  registration: string;
  /** ICAO type designator. */
  type: string;
  operator: string;
  isMilitary: boolean;
  /** The source of the table. */
  source: string;
}

/** Returns the aircraft that the tables list for a 24-bit address; undefined for an unknown one. */
export type FindListedAircraft = (key: number) => ListedAircraft | undefined;

/**
 * Completes the identity of live aircraft from tables when they first report, and when they report another
 * registration. Values of reports always take precedence. If reports and table give different registrations, the entry
 * of the table belongs to another aircraft and is not used. Simulated aircraft have invented addresses and are left as
 * they are.
 */
export class AircraftIdentities implements AircraftCompleter {
  private listed: FindListedAircraft = () => undefined;

  constructor(private readonly live: Pick<LiveState, 'aircraft' | 'aircraftColumns'>) {}

  /** Uses other tables from now on, and completes the aircraft in live state. */
  use(listed: FindListedAircraft): void {
    this.listed = listed;
    const { aircraft } = this.live;
    for (const slot of aircraft.within()) this.complete(aircraft.keyAt(slot));
  }

  isComplete({ key, registration }: AircraftReport): boolean {
    const slot = this.live.aircraft.slotOf(key);
    return (
      slot !== undefined && (registration == null || registration === this.live.aircraftColumns.at.registration(slot))
    );
  }

  complete(key: number): void {
    const slot = this.live.aircraft.slotOf(key);
    if (slot === undefined || key >= NON_ICAO || this.live.aircraft.providerAt(slot) === SIMULATOR) return;
    this.live.aircraftColumns.mergeFacts(slot, this.factsOf(slot, key) as ReportOf<Aircraft>);
  }

  /** Returns the facts that complete the known ones of an aircraft. */
  private factsOf(slot: number, key: number): Partial<Aircraft> {
    const { at } = this.live.aircraftColumns;
    const listed = this.listed(key);
    const registration = at.registration(slot);
    const isConflict = listed !== undefined && registration !== null && contradicts(registration, listed.registration);
    const isListedMilitary = isMilitary(key) || (listed?.isMilitary === true && !isConflict);
    const military = at.military(slot) ?? (isListedMilitary ? true : null);
    if (listed === undefined) return { military };
    if (isConflict) return { military, identityConflict: true, identitySource: listed.source };
    return {
      registration: registration ?? listed.registration,
      aircraftType: at.aircraftType(slot) ?? listed.type,
      operator: at.operator(slot) ?? listed.operator,
      military,
      identitySource: listed.source,
      identityConflict: registration === null || listed.registration === '' ? null : false,
    };
  }
}

const contradicts = (registration: string, listed: string): boolean =>
  listed !== '' && plainRegistration(registration) !== plainRegistration(listed);
