import { type Station, stations, type VesselReport } from '../observation.js';
import type { Vessel } from '../vessel.js';
import { BYTES, COURSE, DOUBLES, type ObjectRows, OWN_BYTE, OWN_DOUBLE, OWN_WORD, SPEED, WORDS } from './object-rows.js';
import { type Common, fromByte, fromColumn, mergeText, type StateColumns, toByte, toColumn, UNKNOWN } from './state-columns.js';

// Floats of a row.
const HEADING = OWN_WORD;
const TURN = OWN_WORD + 1;
const DRAUGHT = OWN_WORD + 2;
const LENGTH = OWN_WORD + 3;
const BEAM = OWN_WORD + 4;
/** A whole number; 0: not known. */
const IMO = OWN_WORD + 5;
/** A double. */
const ETA = OWN_DOUBLE;
// Bytes.
const STATUS = OWN_BYTE;
const TYPE = OWN_BYTE + 1;
const STATION = OWN_BYTE + 2;
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
  private readonly texts: (Texts | undefined)[] = [];

  constructor(readonly rows: ObjectRows) {}

  clear(slot: number): void {
    const { doubles, floats, bytes } = this.rows;
    floats.fill(Number.NaN, slot * WORDS + HEADING, slot * WORDS + BEAM + 1);
    doubles[slot * DOUBLES + ETA] = Number.NaN;
    bytes.fill(UNKNOWN, slot * BYTES + STATUS, slot * BYTES + STATION + 1);
    this.texts[slot] = undefined;
  }

  mergeMotion(slot: number, report: VesselReport | Vessel): void {
    const { floats, bytes } = this.rows;
    const row = slot * WORDS;
    const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus } = report;
    if (speedKnots !== undefined) floats[row + SPEED] = toColumn(speedKnots);
    if (courseDegrees !== undefined) floats[row + COURSE] = toColumn(courseDegrees);
    if (headingDegrees !== undefined) floats[row + HEADING] = toColumn(headingDegrees);
    if (rateOfTurn !== undefined) floats[row + TURN] = toColumn(rateOfTurn);
    if (navigationStatus !== undefined) bytes[slot * BYTES + STATUS] = toByte(navigationStatus);
    // Every message tells what sent it; the reports of a position are the ones that are sure to be there.
    if (report.station !== undefined) bytes[slot * BYTES + STATION] = stations.indexOf(report.station);
  }

  mergeFacts(slot: number, report: VesselReport | Vessel): boolean {
    const isTold = this.mergeTexts(slot, report);
    const { imo, shipTypeCode, eta } = report;
    const { doubles, floats, words, bytes } = this.rows;
    let says = isTold;
    if (imo != null && imo > 0 && imo < MOST_IMO) says = setNumber(words, slot * WORDS + IMO, imo);
    if (shipTypeCode != null) says = setNumber(bytes, slot * BYTES + TYPE, toByte(shipTypeCode));
    if (eta != null && eta > 0 && eta < YEAR_10000) says = setNumber(doubles, slot * DOUBLES + ETA, eta);
    const row = slot * WORDS;
    if (report.draughtMeters != null) says = setNumber(floats, row + DRAUGHT, toColumn(report.draughtMeters));
    if (report.lengthMeters != null) says = setNumber(floats, row + LENGTH, toColumn(report.lengthMeters));
    if (report.beamMeters != null) says = setNumber(floats, row + BEAM, toColumn(report.beamMeters));
    const station = slot * BYTES + STATION;
    if (report.station !== undefined && bytes[station] === UNKNOWN) says = setNumber(bytes, station, stations.indexOf(report.station));
    return says;
  }

  compose(slot: number): Omit<Vessel, Common> {
    const { doubles, floats, words, bytes } = this.rows;
    const row = slot * WORDS;
    const texts = this.texts[slot];
    const eta = doubles[slot * DOUBLES + ETA] as number;
    return {
      station: this.stationAt(slot),
      speedKnots: fromColumn(floats[row + SPEED] as number),
      courseDegrees: fromColumn(floats[row + COURSE] as number),
      headingDegrees: fromColumn(floats[row + HEADING] as number),
      rateOfTurn: fromColumn(floats[row + TURN] as number),
      navigationStatus: fromByte(bytes[slot * BYTES + STATUS] as number),
      imo: words[row + IMO] || null,
      name: texts?.name ?? null,
      callsign: texts?.callsign ?? null,
      shipTypeCode: this.typeCodeAt(slot),
      destination: texts?.destination ?? null,
      eta: Number.isNaN(eta) ? null : eta,
      draughtMeters: fromColumn(floats[row + DRAUGHT] as number),
      lengthMeters: fromColumn(floats[row + LENGTH] as number),
      beamMeters: fromColumn(floats[row + BEAM] as number),
    };
  }

  stationAt = (slot: number): Station => stations[this.rows.bytes[slot * BYTES + STATION] as number] ?? 'other';
  typeCodeAt = (slot: number): number | null => fromByte(this.rows.bytes[slot * BYTES + TYPE] as number);
  nameAt = (slot: number): string | null => this.texts[slot]?.name ?? null;
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
