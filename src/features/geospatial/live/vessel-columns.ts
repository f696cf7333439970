import { type Station, stations, type VesselReport } from '../observation.js';
import type { Vessel } from '../vessel.js';
import { grown } from './grow.js';
import { type Common, fromByte, fromColumn, mergeText, type StateColumns, toByte, toColumn, UNKNOWN } from './state-columns.js';

/** Of a row of floats. */
const STRIDE = 8;
const SPEED = 0;
const COURSE = 1;
const HEADING = 2;
const TURN = 3;
const DRAUGHT = 4;
const LENGTH = 5;
const BEAM = 6;
const MOST_IMO = 1_000_000_000;
/** Times have four digits for the year. */
const YEAR_10000 = Date.UTC(10_000, 0);

interface Texts {
  name: string | null;
  callsign: string | null;
  destination: string | null;
}

/** What AIS says of ships. */
export class VesselColumns implements StateColumns<Vessel> {
  private floats = new Float32Array(0);
  private etas = new Float64Array(0);
  private imos = new Int32Array(0);
  private statuses = new Uint8Array(0);
  private types = new Uint8Array(0);
  private stationCodes = new Uint8Array(0);
  private readonly texts: (Texts | undefined)[] = [];

  grow(capacity: number): void {
    this.floats = grown(this.floats, capacity * STRIDE);
    this.etas = grown(this.etas, capacity);
    this.imos = grown(this.imos, capacity);
    this.statuses = grown(this.statuses, capacity);
    this.types = grown(this.types, capacity);
    this.stationCodes = grown(this.stationCodes, capacity);
  }

  clear(slot: number): void {
    this.floats.fill(Number.NaN, slot * STRIDE, (slot + 1) * STRIDE);
    this.etas[slot] = Number.NaN;
    this.imos[slot] = 0;
    this.statuses[slot] = UNKNOWN;
    this.types[slot] = UNKNOWN;
    this.stationCodes[slot] = UNKNOWN;
    this.texts[slot] = undefined;
  }

  mergeMotion(slot: number, report: VesselReport | Vessel): void {
    const { floats } = this;
    const row = slot * STRIDE;
    const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus } = report;
    if (speedKnots !== undefined) floats[row + SPEED] = toColumn(speedKnots);
    if (courseDegrees !== undefined) floats[row + COURSE] = toColumn(courseDegrees);
    if (headingDegrees !== undefined) floats[row + HEADING] = toColumn(headingDegrees);
    if (rateOfTurn !== undefined) floats[row + TURN] = toColumn(rateOfTurn);
    if (navigationStatus !== undefined) this.statuses[slot] = toByte(navigationStatus);
    // Every message tells what sent it; the reports of a position are the ones that are sure to be there.
    if (report.station !== undefined) this.stationCodes[slot] = stations.indexOf(report.station);
  }

  mergeFacts(slot: number, report: VesselReport | Vessel): boolean {
    const isTold = this.mergeTexts(slot, report);
    const { imo, shipTypeCode, eta } = report;
    let says = isTold;
    if (imo != null && imo > 0 && imo < MOST_IMO) says = setNumber(this.imos, slot, imo);
    if (shipTypeCode != null) says = setNumber(this.types, slot, toByte(shipTypeCode));
    if (eta != null && eta > 0 && eta < YEAR_10000) says = setNumber(this.etas, slot, eta);
    const row = slot * STRIDE;
    if (report.draughtMeters != null) says = setNumber(this.floats, row + DRAUGHT, toColumn(report.draughtMeters));
    if (report.lengthMeters != null) says = setNumber(this.floats, row + LENGTH, toColumn(report.lengthMeters));
    if (report.beamMeters != null) says = setNumber(this.floats, row + BEAM, toColumn(report.beamMeters));
    if (report.station !== undefined && this.stationCodes[slot] === UNKNOWN) says = setNumber(this.stationCodes, slot, stations.indexOf(report.station));
    return says;
  }

  compose(slot: number): Omit<Vessel, Common> {
    const { floats } = this;
    const row = slot * STRIDE;
    const texts = this.texts[slot];
    const eta = this.etas[slot] as number;
    return {
      station: this.stationAt(slot),
      speedKnots: fromColumn(floats[row + SPEED] as number),
      courseDegrees: fromColumn(floats[row + COURSE] as number),
      headingDegrees: fromColumn(floats[row + HEADING] as number),
      rateOfTurn: fromColumn(floats[row + TURN] as number),
      navigationStatus: fromByte(this.statuses[slot] as number),
      imo: this.imos[slot] || null,
      name: texts?.name ?? null,
      callsign: texts?.callsign ?? null,
      shipTypeCode: fromByte(this.types[slot] as number),
      destination: texts?.destination ?? null,
      eta: Number.isNaN(eta) ? null : eta,
      draughtMeters: fromColumn(floats[row + DRAUGHT] as number),
      lengthMeters: fromColumn(floats[row + LENGTH] as number),
      beamMeters: fromColumn(floats[row + BEAM] as number),
    };
  }

  stationAt = (slot: number): Station => stations[this.stationCodes[slot] as number] ?? 'other';
  typeCodeAt = (slot: number): number | null => fromByte(this.types[slot] as number);
  nameAt = (slot: number): string | null => this.texts[slot]?.name ?? null;
  speedAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + SPEED] as number) ?? Number.NaN;
  courseAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + COURSE] as number) ?? Number.NaN;
  altitudeAt = (): number => Number.NaN;

  private mergeTexts(slot: number, { name, callsign, destination }: VesselReport | Vessel): boolean {
    if (name == null && callsign == null && destination == null) return false;
    const before = this.texts[slot];
    if (before === undefined) {
      this.texts[slot] = { name: mergeText(null, name), callsign: mergeText(null, callsign), destination: mergeText(null, destination) };
    } else {
      before.name = mergeText(before.name, name);
      before.callsign = mergeText(before.callsign, callsign);
      before.destination = mergeText(before.destination, destination);
    }
    return true;
  }
}

function setNumber(column: Float32Array | Float64Array | Int32Array | Uint8Array, at: number, value: number): true {
  column[at] = value;
  return true;
}
