import { type Station, stations, type VesselReport } from '../observation.js';
import type { Vessel } from '../vessel.js';
import { grown } from './grow.js';
import { NameTable } from './name-table.js';
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
/** Four distances to the sides in 30 bits, as messages have them: 9, 9, 6 and 6. Anything above is not known. */
const SIDES = 7;
const SIDES_LIMIT = 2 ** 30;
/** Places of two bits, beside the status: 0 is not known, 1 and 2 are the values. */
const ACCURACY_BITS = 8;
const RAIM_BITS = 10;
const UNIT_BITS = 12;
/** Any more are not served. */
const MAX_SOURCE_STATIONS = 10_000;
const MAX_IMO = 1_000_000_000;
/** Times have four digits for the year. */
const YEAR_10000 = Date.UTC(10_000, 0);

interface Texts {
  name: string | null;
  callsign: string | null;
  destination: string | null;
}

/** What few stations say: aids to navigation and search-and-rescue aircraft. */
interface Rarities {
  aidTypeCode: number | null;
  virtual: boolean | null;
  offPosition: boolean | null;
  altitudeMeters: number | null;
}

/** The AIS fields of vessels. */
export class VesselColumns implements StateColumns<Vessel> {
  private floats = new Float32Array(0);
  /** The same memory. */
  private words = new Uint32Array(0);
  private etas = new Float64Array(0);
  private imos = new Int32Array(0);
  /** The status in the lower byte, what else is said of a position above it. */
  private statuses = new Uint16Array(0);
  private types = new Uint8Array(0);
  private stationCodes = new Uint8Array(0);
  /** Codes of `sources`; 0 where none is known. */
  private sourceCodes = new Uint16Array(0);
  private readonly sources = new NameTable(MAX_SOURCE_STATIONS);
  private readonly texts: (Texts | undefined)[] = [];
  private readonly rarities = new Map<number, Rarities>();

  grow(capacity: number): void {
    this.floats = grown(this.floats, capacity * STRIDE);
    this.words = new Uint32Array(this.floats.buffer);
    this.etas = grown(this.etas, capacity);
    this.imos = grown(this.imos, capacity);
    this.statuses = grown(this.statuses, capacity);
    this.types = grown(this.types, capacity);
    this.stationCodes = grown(this.stationCodes, capacity);
    this.sourceCodes = grown(this.sourceCodes, capacity);
  }

  clear(slot: number): void {
    this.floats.fill(Number.NaN, slot * STRIDE, (slot + 1) * STRIDE);
    this.words[slot * STRIDE + SIDES] = SIDES_LIMIT;
    this.etas[slot] = Number.NaN;
    this.imos[slot] = 0;
    this.statuses[slot] = UNKNOWN;
    this.types[slot] = UNKNOWN;
    this.stationCodes[slot] = UNKNOWN;
    this.sourceCodes[slot] = 0;
    this.texts[slot] = undefined;
    this.rarities.delete(slot);
  }

  mergeMotion(slot: number, report: VesselReport | Vessel): void {
    const { floats } = this;
    const row = slot * STRIDE;
    const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus } = report;
    if (speedKnots !== undefined) floats[row + SPEED] = toColumn(speedKnots);
    if (courseDegrees !== undefined) floats[row + COURSE] = toColumn(courseDegrees);
    if (headingDegrees !== undefined) floats[row + HEADING] = toColumn(headingDegrees);
    if (rateOfTurn !== undefined) floats[row + TURN] = toColumn(rateOfTurn);
    const before = this.statuses[slot] as number;
    let status = navigationStatus === undefined ? before : (before & ~UNKNOWN) | toByte(navigationStatus);
    if (report.positionAccuracy !== undefined)
      status = withBits(status, ACCURACY_BITS, report.positionAccuracy === null ? null : report.positionAccuracy === 'high');
    if (report.raim !== undefined) status = withBits(status, RAIM_BITS, report.raim);
    if (report.classBUnit !== undefined) status = withBits(status, UNIT_BITS, report.classBUnit === null ? null : report.classBUnit === 'carrier_sense');
    if (status !== before) this.statuses[slot] = status;
    const { altitudeMeters, aidTypeCode } = report;
    if (altitudeMeters != null || aidTypeCode != null || (altitudeMeters === null && this.rarities.has(slot))) this.mergeRarities(slot, report);
    this.sourceCodes[slot] = report.sourceStation == null ? 0 : this.sources.codeOf(report.sourceStation);
    // Every message implies the station type; position reports are always received.
    if (report.station !== undefined) this.stationCodes[slot] = stations.indexOf(report.station);
  }

  mergeFacts(slot: number, report: VesselReport | Vessel): boolean {
    const isTold = this.mergeTexts(slot, report);
    const { imo, shipTypeCode, eta } = report;
    let says = isTold;
    if (imo != null && imo > 0 && imo < MAX_IMO) says = setNumber(this.imos, slot, imo);
    if (shipTypeCode != null) says = setNumber(this.types, slot, toByte(shipTypeCode));
    if (eta != null && eta > 0 && eta < YEAR_10000) says = setNumber(this.etas, slot, eta);
    const row = slot * STRIDE;
    if (report.draughtMeters != null) says = setNumber(this.floats, row + DRAUGHT, toColumn(report.draughtMeters));
    if (report.lengthMeters != null) says = setNumber(this.floats, row + LENGTH, toColumn(report.lengthMeters));
    if (report.beamMeters != null) says = setNumber(this.floats, row + BEAM, toColumn(report.beamMeters));
    const { toBowMeters, toSternMeters, toPortMeters, toStarboardMeters } = report;
    if (toBowMeters != null && toSternMeters != null && toPortMeters != null && toStarboardMeters != null)
      says = setNumber(
        this.words,
        row + SIDES,
        ((toBowMeters & 511) << 21) | ((toSternMeters & 511) << 12) | ((toPortMeters & 63) << 6) | (toStarboardMeters & 63),
      );
    if (report.station !== undefined && this.stationCodes[slot] === UNKNOWN) says = setNumber(this.stationCodes, slot, stations.indexOf(report.station));
    return says;
  }

  compose(slot: number): Omit<Vessel, Common> {
    const { floats } = this;
    const row = slot * STRIDE;
    const texts = this.texts[slot];
    const eta = this.etas[slot] as number;
    const status = this.statuses[slot] as number;
    const sides = this.words[row + SIDES] as number;
    const hasSides = sides < SIDES_LIMIT;
    const [isAccurate, isCarrierSense] = [fromBits(status, ACCURACY_BITS), fromBits(status, UNIT_BITS)];
    const rarities = this.rarities.get(slot);
    const source = this.sourceCodes[slot] as number;
    return {
      station: this.stationAt(slot),
      speedKnots: fromColumn(floats[row + SPEED] as number),
      courseDegrees: fromColumn(floats[row + COURSE] as number),
      headingDegrees: fromColumn(floats[row + HEADING] as number),
      rateOfTurn: fromColumn(floats[row + TURN] as number),
      navigationStatus: fromByte(status & UNKNOWN),
      imo: this.imos[slot] || null,
      name: texts?.name ?? null,
      callsign: texts?.callsign ?? null,
      shipTypeCode: fromByte(this.types[slot] as number),
      destination: texts?.destination ?? null,
      eta: Number.isNaN(eta) ? null : eta,
      draughtMeters: fromColumn(floats[row + DRAUGHT] as number),
      lengthMeters: fromColumn(floats[row + LENGTH] as number),
      beamMeters: fromColumn(floats[row + BEAM] as number),
      toBowMeters: hasSides ? sides >> 21 : null,
      toSternMeters: hasSides ? (sides >> 12) & 511 : null,
      toPortMeters: hasSides ? (sides >> 6) & 63 : null,
      toStarboardMeters: hasSides ? sides & 63 : null,
      positionAccuracy: isAccurate === null ? null : isAccurate ? 'high' : 'low',
      raim: fromBits(status, RAIM_BITS),
      classBUnit: isCarrierSense === null ? null : isCarrierSense ? 'carrier_sense' : 'sotdma',
      aidTypeCode: rarities?.aidTypeCode ?? null,
      virtual: rarities?.virtual ?? null,
      offPosition: rarities?.offPosition ?? null,
      altitudeMeters: rarities?.altitudeMeters ?? null,
      sourceStation: source === 0 ? null : this.sources.nameOf(source),
    };
  }

  stationAt = (slot: number): Station => stations[this.stationCodes[slot] as number] ?? 'other';
  typeCodeAt = (slot: number): number | null => fromByte(this.types[slot] as number);
  nameAt = (slot: number): string | null => this.texts[slot]?.name ?? null;
  speedAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + SPEED] as number) ?? Number.NaN;
  courseAt = (slot: number): number => fromColumn(this.floats[slot * STRIDE + COURSE] as number) ?? Number.NaN;
  altitudeAt = (): number => Number.NaN;

  private mergeRarities(slot: number, { aidTypeCode, virtual, offPosition, altitudeMeters }: VesselReport | Vessel): void {
    const before = this.rarities.get(slot);
    this.rarities.set(slot, {
      aidTypeCode: aidTypeCode ?? before?.aidTypeCode ?? null,
      virtual: virtual === undefined ? (before?.virtual ?? null) : virtual,
      offPosition: offPosition === undefined ? (before?.offPosition ?? null) : offPosition,
      altitudeMeters: altitudeMeters === undefined ? (before?.altitudeMeters ?? null) : altitudeMeters,
    });
  }

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

/** A flag, or that it is not known, in two bits of a number. */
const withBits = (bits: number, at: number, flag: boolean | null): number => (bits & ~(3 << at)) | ((flag === null ? 0 : flag ? 2 : 1) << at);

function fromBits(bits: number, at: number): boolean | null {
  const value = (bits >> at) & 3;
  return value === 0 ? null : value === 2;
}

function setNumber(column: Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array, at: number, value: number): true {
  column[at] = value;
  return true;
}
