import { aircraftFields } from '../aircraft.js';
import { compile, type Field, type Fields } from '../fields.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { vesselFields } from '../vessel.js';
import type { BusReceiver } from './observation-bus.js';

/**
 * Version of the batch format, and the first byte of a batch. The rest of a batch, little-endian: the number of reports
 * and the offset of the table of names (32 bits each), the reports, and the table of names as JSON. A report is: its
 * kind (8 bits), its length (16 bits), the set of its fields (64 bits: first the fields in `common`, then the table of
 * fields), and the values of these fields. Null is NaN for floating-point numbers, and all ones for codes and lengths.
 * New fields are added at the end, so that processes of an older version can read the others.
 */
const VERSION = 3;
const HEADER_BYTES = 9;
const REPORT_HEADER_BYTES = 11;
/** A batch is full at this number of reports or bytes, so that Redis and readers process each one quickly. */
const MAX_REPORTS = 500;
const MAX_BYTES = 61_440;
/** Space after `MAX_BYTES` for the last report; more than the longest report takes. */
const ROOM_BYTES = 8_192;
/** Maximum length of a text; live state keeps no longer ones. */
const MAX_TEXT = 120;
const MAX_NAMES = 65_000;
const MAX_MASK_BITS = 64;

type Encoding = 'f64' | 'f32' | 'u32' | 'u16' | 'u8' | 'text' | 'name';
const widths = { f64: 8, f32: 4, u32: 4, u16: 2, u8: 1 } as const;
const accessors = { f64: 'Float64', f32: 'Float32', u32: 'Uint32', u16: 'Uint16', u8: 'Uint8' } as const;

/**
 * Fields of every report; they precede the fields of the table. `isTimedOnArrival` is left out: live state of the
 * sender has shifted the times of such reports into their order, and a repeated batch must not be ordered again.
 */
const common: Readonly<Record<string, Encoding>> = {
  key: 'f64',
  observedAt: 'f64',
  receivedAt: 'f64',
  provider: 'name',
  lat: 'f64',
  lon: 'f64',
  accuracyMeters: 'f64',
  heardAt: 'f64',
};

/** Returns the encoding of a field; decimals have the precision of live state. */
function encodingOf(field: Field): Encoding {
  if (field.kind === 'text' || field.kind === 'name') return field.kind;
  if (field.kind === 'decimal') return 'f32';
  if (field.kind === 'time') return 'f64';
  const max = field.kind === 'choice' ? field.values.length - 1 : field.max;
  return max < 255 ? 'u8' : max < 65_535 ? 'u16' : 'u32';
}

/** The output to which the compiled code writes. */
interface Output {
  at: number;
  readonly view: DataView;
  text(value: string): void;
  nameOf(value: string): number;
}

/** The input from which the compiled code reads. */
interface Input {
  at: number;
  readonly view: DataView;
  text(): string | null;
  readonly names: readonly string[];
}

/** Generates the source text that writes and reads one field. */
class FieldCode {
  private readonly encoding: Encoding;

  constructor(
    private readonly name: string,
    private readonly place: number,
    private readonly field: Field | undefined,
  ) {
    this.encoding = field === undefined ? (common[name] as Encoding) : encodingOf(field);
  }

  private get flag(): string {
    return `${this.place < 32 ? 'low' : 'high'} |= ${1 << (this.place % 32)}`;
  }

  get write(): string {
    const { name, encoding, field } = this;
    const put = (value: string, width: Exclude<Encoding, 'text' | 'name'>) =>
      `view.set${accessors[width]}(out.at, ${value}, true); out.at += ${widths[width]};`;
    if (encoding === 'text')
      return `value = report.${name}; if (value !== undefined) { ${this.flag}; out.text(value); }`;
    if (encoding === 'name')
      return `value = report.${name}; if (value !== undefined) { ${this.flag}; ${put('value === null ? 65535 : out.nameOf(value)', 'u16')} }`;
    if (encoding === 'f64' || encoding === 'f32')
      return `value = report.${name}; if (value !== undefined) { ${this.flag}; ${put('value === null ? NaN : value', encoding)} }`;
    const unknown = 2 ** (8 * widths[encoding]) - 1;
    if (field?.kind === 'choice')
      return `value = report.${name}; if (value !== undefined) { ${this.flag}; ${put(`codes.${name}.get(value) ?? ${unknown}`, encoding)} }`;
    const { min, max } = field as Extract<Field, { kind: 'integer' }>;
    const isKnown = `Number.isInteger(value) && value >= ${min} && value <= ${max}`;
    return `value = report.${name}; if (value !== undefined) { ${this.flag}; ${put(`${isKnown} ? value : ${unknown}`, encoding)} }`;
  }

  get read(): string {
    const { name, encoding, field, place } = this;
    const isThere = `(${place < 32 ? 'low' : 'high'} & ${1 << (place % 32)}) !== 0`;
    if (encoding === 'text') return `if (${isThere}) report.${name} = input.text();`;
    const get = `const value = view.get${accessors[encoding === 'name' ? 'u16' : encoding]}(input.at, true); input.at += ${encoding === 'name' ? 2 : widths[encoding]};`;
    if (encoding === 'name')
      return `if (${isThere}) { ${get} report.${name} = value === 65535 ? null : input.names[value]; }`;
    if (encoding === 'f64') return `if (${isThere}) { ${get} report.${name} = value !== value ? null : value; }`;
    if (encoding === 'f32') {
      const scale = 10 ** (field?.kind === 'decimal' ? field.digits : 0);
      return `if (${isThere}) { ${get} report.${name} = value !== value ? null : Math.round(value * ${scale}) / ${scale}; }`;
    }
    const known = field?.kind === 'choice' ? `values.${name}[value]` : 'value';
    return `if (${isThere}) { ${get} report.${name} = value === ${2 ** (8 * widths[encoding]) - 1} ? null : ${known}; }`;
  }
}

/** Writes and reads the reports of one table of fields. A missing field stays missing, in contrast to null. */
class ReportCodec<Report extends VesselReport | AircraftReport> {
  readonly write: (report: Report, out: Output) => void;
  /** Reads a report. It may lack required fields; `isWhole` checks them. */
  readonly read: (input: Input) => Report;

  constructor(fields: Fields, kind: number) {
    const names = [...Object.keys(common), ...Object.keys(fields)];
    if (names.length > MAX_MASK_BITS) throw new Error(`A report has at most ${MAX_MASK_BITS} fields`);
    const cells = names.map((name, place) => new FieldCode(name, place, fields[name]));
    const choices = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'choice' ? [[name, field] as const] : [],
    );
    const codes = Object.fromEntries(choices.map(([name, field]) => [name, field.codes]));
    const values = Object.fromEntries(choices.map(([name, field]) => [name, field.values]));
    this.write = compile(
      { codes },
      `return (report, out) => {
        const { view } = out, start = out.at;
        let low = 0, high = 0, value;
        out.at += ${REPORT_HEADER_BYTES};
        ${cells.map(({ write }) => write).join('\n')}
        view.setUint8(start, ${kind});
        view.setUint16(start + 1, out.at - start, true);
        view.setUint32(start + 3, low, true);
        view.setUint32(start + 7, high, true);
      };`,
    );
    this.read = compile(
      { values },
      `return (input) => {
        const { view } = input, end = input.at + view.getUint16(input.at + 1, true);
        const low = view.getUint32(input.at + 3, true), high = view.getUint32(input.at + 7, true), report = {};
        input.at += ${REPORT_HEADER_BYTES};
        ${cells.map(({ read }) => read).join('\n')}
        input.at = end;
        return report;
      };`,
    );
  }
}

const VESSEL = 0;
const AIRCRAFT = 1;
const vesselCodec = new ReportCodec<VesselReport>(vesselFields, VESSEL);
const aircraftCodec = new ReportCodec<AircraftReport>(aircraftFields, AIRCRAFT);

/** Reports that are sent together, in the order in which they were added. */
export class ReportBatch {
  /** Number of reports. */
  count = 0;
  private readonly bytes = Buffer.allocUnsafe(MAX_BYTES + ROOM_BYTES);
  private readonly names = new Map<string, number>();
  private readonly out: Output;

  constructor() {
    const { bytes, names } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const out: Output = {
      at: HEADER_BYTES,
      view,
      text(value: string | null) {
        const length = value === null ? 65_535 : bytes.write(value.slice(0, MAX_TEXT), out.at + 2);
        view.setUint16(out.at, length, true);
        out.at += 2 + (value === null ? 0 : length);
      },
      nameOf(value: string) {
        const known = names.get(value) ?? Math.min(names.size, MAX_NAMES);
        names.set(value, known);
        return known;
      },
    };
    this.out = out;
  }

  get isFull(): boolean {
    return this.count >= MAX_REPORTS || this.out.at >= MAX_BYTES;
  }

  vessel(report: VesselReport): void {
    vesselCodec.write(report, this.out);
    this.count += 1;
  }

  aircraft(report: AircraftReport): void {
    aircraftCodec.write(report, this.out);
    this.count += 1;
  }

  /** Returns the batch in the format described at `VERSION`. */
  packed(): Buffer {
    const { view, at } = this.out;
    view.setUint8(0, VERSION);
    view.setUint32(1, this.count, true);
    view.setUint32(5, at, true);
    return Buffer.concat([this.bytes.subarray(0, at), Buffer.from(JSON.stringify([...this.names.keys()]))]);
  }
}

/**
 * Passes the reports of a batch to a receiver in their order. Reports without a key, a time or a provider are skipped.
 * @throws Error when the bytes are not a batch of this version; reports before the fault have already been passed
 */
export function readBatch(bytes: Buffer, receiver: BusReceiver): void {
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) throw new Error('Not a batch of reports of this version');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [count, end] = [view.getUint32(1, true), view.getUint32(5, true)];
  const names: unknown = JSON.parse(bytes.toString('utf8', end));
  if (!Array.isArray(names)) throw new Error('A batch without a table of names');
  const input: Input = {
    at: HEADER_BYTES,
    view,
    names,
    text() {
      const length = view.getUint16(input.at, true);
      input.at += 2;
      if (length === 65_535) return null;
      input.at += length;
      return bytes.toString('utf8', input.at - length, input.at);
    },
  };
  for (let index = 0; index < count; index += 1) {
    const start = input.at;
    const kind = view.getUint8(input.at);
    if (kind === VESSEL) {
      const report = vesselCodec.read(input);
      if (isWhole(report)) receiver.vessel(report);
    } else if (kind === AIRCRAFT) {
      const report = aircraftCodec.read(input);
      if (isWhole(report)) receiver.aircraft(report);
    } else throw new Error('A report of an unknown kind');
    if (input.at <= start || input.at > end) throw new Error('A report of an impossible length');
  }
}

const isWhole = ({ key, observedAt, receivedAt, provider }: VesselReport | AircraftReport): boolean =>
  Number.isFinite(key) && Number.isFinite(observedAt) && Number.isFinite(receivedAt) && typeof provider === 'string';
