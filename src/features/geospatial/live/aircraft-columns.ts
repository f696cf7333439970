import type { Aircraft } from '../aircraft.js';
import { type AircraftReport, type Emergency, emergencies, positionSources } from '../observation.js';
import { grown } from './grow.js';
import { SideRows } from './side-rows.js';
import { type Common, fromColumn, mergeText, type StateColumns, toColumn, UNKNOWN } from './state-columns.js';

/** Of a row of floats. */
const STRIDE = 8;
const ALTITUDE = 0;
const GEOMETRIC = 1;
const SPEED = 2;
const TRACK = 3;
const CLIMB = 4;
const NAC_P = 5;
const NIC = 6;
/** Width of a side row, which few aircraft need: values interrogated by radar, and measurements of the receiver. */
const SIDE_STRIDE = 7;
const INDICATED = 0;
const TRUE = 1;
const MACH = 2;
const SELECTED = 3;
const WIND_FROM = 4;
const WIND = 5;
const RSSI = 6;
/** Bits of `marks`: the source of the position as its place in the list + 1; whether it is military, as 1 and 2. 0 is not known. */
const SOURCE_MASK = 15;
const MILITARY_AT = 4;
/** Squawks are octal numbers of four digits. */
const NO_SQUAWK = -1;

interface Texts {
  callsign: string | null;
  registration: string | null;
  aircraftType: string | null;
}

/** What is said of aircraft. */
export class AircraftColumns implements StateColumns<Aircraft> {
  private floats = new Float32Array(0);
  private squawks = new Int32Array(0);
  private emergencyCodes = new Uint8Array(0);
  private grounds = new Uint8Array(0);
  private marks = new Uint8Array(0);
  private readonly sides = new SideRows(SIDE_STRIDE);
  private categories = new Uint8Array(0);
  private readonly texts: (Texts | undefined)[] = [];

  grow(capacity: number): void {
    this.floats = grown(this.floats, capacity * STRIDE);
    this.squawks = grown(this.squawks, capacity);
    this.emergencyCodes = grown(this.emergencyCodes, capacity);
    this.grounds = grown(this.grounds, capacity);
    this.marks = grown(this.marks, capacity);
    this.sides.grow(capacity);
    this.categories = grown(this.categories, capacity);
  }

  clear(slot: number): void {
    this.floats.fill(Number.NaN, slot * STRIDE, (slot + 1) * STRIDE);
    this.squawks[slot] = NO_SQUAWK;
    this.emergencyCodes[slot] = UNKNOWN;
    this.grounds[slot] = UNKNOWN;
    this.marks[slot] = 0;
    this.sides.clear(slot);
    this.categories[slot] = UNKNOWN;
    this.texts[slot] = undefined;
  }

  mergeMotion(slot: number, report: AircraftReport | Aircraft): void {
    const { floats } = this;
    const row = slot * STRIDE;
    const { altitudeFeet, geometricAltitudeFeet, groundSpeedKnots, trackDegrees, verticalRateFpm, nacP, nic, squawk, emergency, onGround } = report;
    if (altitudeFeet !== undefined) floats[row + ALTITUDE] = toColumn(altitudeFeet);
    if (geometricAltitudeFeet !== undefined) floats[row + GEOMETRIC] = toColumn(geometricAltitudeFeet);
    if (groundSpeedKnots !== undefined) floats[row + SPEED] = toColumn(groundSpeedKnots);
    if (trackDegrees !== undefined) floats[row + TRACK] = toColumn(trackDegrees);
    if (verticalRateFpm !== undefined) floats[row + CLIMB] = toColumn(verticalRateFpm);
    if (nacP !== undefined) floats[row + NAC_P] = toColumn(nacP);
    if (nic !== undefined) floats[row + NIC] = toColumn(nic);
    if (squawk !== undefined) this.squawks[slot] = squawk !== null && /^[0-7]{4}$/.test(squawk) ? Number.parseInt(squawk, 8) : NO_SQUAWK;
    if (emergency !== undefined) this.emergencyCodes[slot] = emergency === null ? UNKNOWN : emergencies.indexOf(emergency);
    if (onGround !== undefined) this.grounds[slot] = onGround === null ? UNKNOWN : Number(onGround);
    this.mergeSides(slot, report);
  }

  private mergeSides(slot: number, report: AircraftReport | Aircraft): void {
    const { indicatedAirspeedKnots, trueAirspeedKnots, mach, selectedAltitudeFeet, windDirectionDegrees, windSpeedKnots, rssiDbfs, positionSource } = report;
    if (indicatedAirspeedKnots !== undefined) this.sides.set(slot, INDICATED, toColumn(indicatedAirspeedKnots));
    if (trueAirspeedKnots !== undefined) this.sides.set(slot, TRUE, toColumn(trueAirspeedKnots));
    if (mach !== undefined) this.sides.set(slot, MACH, toColumn(mach));
    if (selectedAltitudeFeet !== undefined) this.sides.set(slot, SELECTED, toColumn(selectedAltitudeFeet));
    if (windDirectionDegrees !== undefined) this.sides.set(slot, WIND_FROM, toColumn(windDirectionDegrees));
    if (windSpeedKnots !== undefined) this.sides.set(slot, WIND, toColumn(windSpeedKnots));
    if (rssiDbfs !== undefined) this.sides.set(slot, RSSI, toColumn(rssiDbfs));
    if (positionSource !== undefined) {
      const code = positionSource === null ? 0 : positionSources.indexOf(positionSource) + 1;
      this.marks[slot] = ((this.marks[slot] as number) & ~SOURCE_MASK) | code;
    }
  }

  mergeFacts(slot: number, report: AircraftReport | Aircraft): boolean {
    const { military } = report;
    const isMilitaryTold = military != null;
    if (isMilitaryTold) this.marks[slot] = ((this.marks[slot] as number) & SOURCE_MASK) | ((military ? 2 : 1) << MILITARY_AT);
    return this.mergeIdentity(slot, report) || isMilitaryTold;
  }

  private mergeIdentity(slot: number, report: AircraftReport | Aircraft): boolean {
    const { callsign, registration, aircraftType, category } = report;
    const isCategory = category != null && /^[A-D][0-7]$/.test(category);
    if (isCategory) this.categories[slot] = (category.charCodeAt(0) - 65) * 8 + Number(category[1]);
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
    const { floats } = this;
    const row = slot * STRIDE;
    const texts = this.texts[slot];
    return {
      callsign: texts?.callsign ?? null,
      registration: texts?.registration ?? null,
      aircraftType: texts?.aircraftType ?? null,
      altitudeFeet: fromColumn(floats[row + ALTITUDE] as number),
      geometricAltitudeFeet: fromColumn(floats[row + GEOMETRIC] as number),
      groundSpeedKnots: fromColumn(floats[row + SPEED] as number),
      trackDegrees: fromColumn(floats[row + TRACK] as number),
      verticalRateFpm: fromColumn(floats[row + CLIMB] as number),
      squawk: this.squawkAt(slot),
      emergency: this.emergencyAt(slot),
      onGround: this.isOnGroundAt(slot),
      category: this.categoryAt(slot),
      nacP: fromColumn(floats[row + NAC_P] as number),
      nic: fromColumn(floats[row + NIC] as number),
      indicatedAirspeedKnots: fromColumn(this.sides.get(slot, INDICATED)),
      trueAirspeedKnots: fromColumn(this.sides.get(slot, TRUE)),
      mach: fromMach(this.sides.get(slot, MACH)),
      selectedAltitudeFeet: fromColumn(this.sides.get(slot, SELECTED)),
      windDirectionDegrees: fromColumn(this.sides.get(slot, WIND_FROM)),
      windSpeedKnots: fromColumn(this.sides.get(slot, WIND)),
      rssiDbfs: fromColumn(this.sides.get(slot, RSSI)),
      positionSource: positionSources[((this.marks[slot] as number) & SOURCE_MASK) - 1] ?? null,
      military: this.isMilitaryAt(slot),
    };
  }

  isMilitaryAt = (slot: number): boolean | null => [null, false, true][(this.marks[slot] as number) >> MILITARY_AT] ?? null;
  callsignAt = (slot: number): string | null => this.texts[slot]?.callsign ?? null;
  squawkAt = (slot: number): string | null => {
    const squawk = this.squawks[slot] as number;
    return squawk === NO_SQUAWK ? null : squawk.toString(8).padStart(4, '0');
  };
  emergencyAt = (slot: number): Emergency | null => emergencies[this.emergencyCodes[slot] as number] ?? null;
  isOnGroundAt = (slot: number): boolean | null => (this.grounds[slot] === UNKNOWN ? null : this.grounds[slot] === 1);
  categoryAt = (slot: number): string | null => {
    const category = this.categories[slot] as number;
    return category === UNKNOWN ? null : `${String.fromCharCode(65 + (category >> 3))}${category & 7}`;
  };
  speedAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + SPEED] as number) ?? Number.NaN;
  courseAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + TRACK] as number) ?? Number.NaN;
  altitudeAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + ALTITUDE] as number) ?? Number.NaN;
}

/** Sent with three decimals. */
const fromMach = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 1_000) / 1_000);
