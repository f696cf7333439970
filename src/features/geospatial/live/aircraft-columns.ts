import type { Aircraft } from '../aircraft.js';
import { type AircraftReport, type Emergency, emergencies } from '../observation.js';
import { BYTES, COURSE, type ObjectRows, OWN_BYTE, OWN_WORD, SPEED, WORDS } from './object-rows.js';
import { type Common, fromColumn, mergeText, rounded, type StateColumns, toColumn, UNKNOWN } from './state-columns.js';

// Floats of a row.
const ALTITUDE = OWN_WORD;
const GEOMETRIC = OWN_WORD + 1;
const CLIMB = OWN_WORD + 2;
const NAC_P = OWN_WORD + 3;
const NIC = OWN_WORD + 4;
/** A whole number. */
const SQUAWK = OWN_WORD + 5;
// Bytes.
const EMERGENCY = OWN_BYTE;
const GROUND = OWN_BYTE + 1;
const CATEGORY = OWN_BYTE + 2;
/** Squawks are octal numbers of four digits. */
const NO_SQUAWK = -1;

interface Texts {
  callsign: string | null;
  registration: string | null;
  aircraftType: string | null;
}

/** What is said of aircraft. */
export class AircraftColumns implements StateColumns<Aircraft> {
  private readonly texts: (Texts | undefined)[] = [];

  constructor(readonly rows: ObjectRows) {}

  clear(slot: number): void {
    const { floats, words, bytes } = this.rows;
    floats.fill(Number.NaN, slot * WORDS + ALTITUDE, slot * WORDS + NIC + 1);
    words[slot * WORDS + SQUAWK] = NO_SQUAWK;
    bytes.fill(UNKNOWN, slot * BYTES + EMERGENCY, slot * BYTES + CATEGORY + 1);
    this.texts[slot] = undefined;
  }

  mergeMotion(slot: number, report: AircraftReport | Aircraft): void {
    const { floats, words, bytes } = this.rows;
    const row = slot * WORDS;
    const { altitudeFeet, geometricAltitudeFeet, groundSpeedKnots, trackDegrees, verticalRateFpm, nacP, nic, squawk, emergency, onGround } = report;
    if (altitudeFeet !== undefined) floats[row + ALTITUDE] = toColumn(altitudeFeet);
    if (geometricAltitudeFeet !== undefined) floats[row + GEOMETRIC] = toColumn(geometricAltitudeFeet);
    if (groundSpeedKnots !== undefined) floats[row + SPEED] = toColumn(groundSpeedKnots);
    if (trackDegrees !== undefined) floats[row + COURSE] = toColumn(trackDegrees);
    if (verticalRateFpm !== undefined) floats[row + CLIMB] = toColumn(verticalRateFpm);
    if (nacP !== undefined) floats[row + NAC_P] = toColumn(nacP);
    if (nic !== undefined) floats[row + NIC] = toColumn(nic);
    if (squawk !== undefined) words[row + SQUAWK] = squawk !== null && /^[0-7]{4}$/.test(squawk) ? Number.parseInt(squawk, 8) : NO_SQUAWK;
    if (emergency !== undefined) bytes[slot * BYTES + EMERGENCY] = emergency === null ? UNKNOWN : emergencies.indexOf(emergency);
    if (onGround !== undefined) bytes[slot * BYTES + GROUND] = onGround === null ? UNKNOWN : Number(onGround);
  }

  mergeFacts(slot: number, report: AircraftReport | Aircraft): boolean {
    const { callsign, registration, aircraftType, category } = report;
    const isCategory = category != null && /^[A-D][0-7]$/.test(category);
    if (isCategory) this.rows.bytes[slot * BYTES + CATEGORY] = (category.charCodeAt(0) - 65) * 8 + Number(category[1]);
    if (callsign == null && registration == null && aircraftType == null) return isCategory;
    const before = this.texts[slot];
    if (before === undefined) {
      this.texts[slot] = {
        callsign: mergeText(null, callsign),
        registration: mergeText(null, registration),
        aircraftType: mergeText(null, aircraftType),
      };
    } else {
      before.callsign = mergeText(before.callsign, callsign);
      before.registration = mergeText(before.registration, registration);
      before.aircraftType = mergeText(before.aircraftType, aircraftType);
    }
    return true;
  }

  compose(slot: number): Omit<Aircraft, Common> {
    const { floats } = this.rows;
    const row = slot * WORDS;
    const texts = this.texts[slot];
    return {
      callsign: texts?.callsign ?? null,
      registration: texts?.registration ?? null,
      aircraftType: texts?.aircraftType ?? null,
      altitudeFeet: fromColumn(floats[row + ALTITUDE] as number),
      geometricAltitudeFeet: fromColumn(floats[row + GEOMETRIC] as number),
      groundSpeedKnots: fromColumn(floats[row + SPEED] as number),
      trackDegrees: fromColumn(floats[row + COURSE] as number),
      verticalRateFpm: fromColumn(floats[row + CLIMB] as number),
      squawk: this.squawkAt(slot),
      emergency: this.emergencyAt(slot),
      onGround: this.isOnGroundAt(slot),
      category: this.categoryAt(slot),
      nacP: fromColumn(floats[row + NAC_P] as number),
      nic: fromColumn(floats[row + NIC] as number),
    };
  }

  callsignAt = (slot: number): string | null => this.texts[slot]?.callsign ?? null;
  squawkAt = (slot: number): string | null => {
    const squawk = this.rows.words[slot * WORDS + SQUAWK] as number;
    return squawk === NO_SQUAWK ? null : squawk.toString(8).padStart(4, '0');
  };
  emergencyAt = (slot: number): Emergency | null => emergencies[this.rows.bytes[slot * BYTES + EMERGENCY] as number] ?? null;
  isOnGroundAt = (slot: number): boolean | null => {
    const ground = this.rows.bytes[slot * BYTES + GROUND];
    return ground === UNKNOWN ? null : ground === 1;
  };
  categoryAt = (slot: number): string | null => {
    const category = this.rows.bytes[slot * BYTES + CATEGORY] as number;
    return category === UNKNOWN ? null : `${String.fromCharCode(65 + (category >> 3))}${category & 7}`;
  };
  altitudeAt = (slot: number): number => rounded(this.rows.floats[slot * WORDS + ALTITUDE] as number);
}
