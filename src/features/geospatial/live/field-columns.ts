import { type Aircraft, aircraftFields } from '../aircraft.js';
import { type CommonState, compile, type Field, type Fields } from '../fields.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { type Vessel, vesselFields } from '../vessel.js';
import { grown } from './grown-column.js';
import { NameTable } from './name-table.js';

export type Moving = Vessel | Aircraft;
/** The report type of a moving object. */
export type ReportOf<State extends Moving> = State extends Vessel ? VesselReport : AircraftReport;

/** Maximum length of a text, above which it is cut, and maximum number of different names. */
const MAX_TEXT = 120;
const MAX_NAMES = 10_000;
/** Times from this one on (ms) are unknown, since texts of times have four digits for the year. */
const YEAR_10000 = Date.UTC(10_000, 0);
/** Maximum number of values of a choice that is encoded by comparisons; choices with more values use a map. */
const MAX_COMPARED = 8;

type View = 'f64' | 'f32' | 'u32' | 'u16' | 'u8';
const bytesOf: Readonly<Record<View, number>> = { f64: 8, f32: 4, u32: 4, u16: 2, u8: 1 };

/** The place of a field in a row. `view` is undefined for texts, which are kept in arrays. */
interface Cell {
  name: string;
  field: Field;
  view?: View;
  /** Offset in the row, in bytes. */
  offset: number;
}

/**
 * Returns the encoding of an unknown value as source text. All its bits are one: the maximum of an unsigned integer, or
 * NaN.
 */
const unknownOf = (view: View): string => (view.startsWith('f') ? 'NaN' : String(2 ** (8 * bytesOf[view]) - 1));

function viewOf(field: Field): View | undefined {
  if (field.kind === 'text') return undefined;
  if (field.kind === 'decimal') return 'f32';
  if (field.kind === 'time') return 'f64';
  if (field.kind === 'name') return 'u16';
  const max = field.kind === 'choice' ? field.values.length - 1 : field.max;
  return max < 255 ? 'u8' : max < 65_535 ? 'u16' : 'u32';
}

/** Places the cells one after the other, the widest first, so that each is aligned. */
function layoutOf(fields: Fields): { cells: Cell[]; rowBytes: number } {
  const cells: Cell[] = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    view: viewOf(field),
    offset: 0,
  }));
  let end = 0;
  for (const view of Object.keys(bytesOf) as View[]) {
    for (const cell of cells) {
      if (cell.view !== view) continue;
      cell.offset = end;
      end += bytesOf[view];
    }
  }
  return { cells, rowBytes: Math.ceil(end / bytesOf.f64) * bytesOf.f64 };
}

/** Returns the number; NaN for null and for a number that is too large for a 32-bit float. */
export const toDecimal = (value: number | null): number =>
  value !== null && Number.isFinite(Math.fround(value)) ? value : Number.NaN;

/** Functions that the compiled code calls. */
const helpers = {
  toDecimal,
  toTime: (value: number | null): number => (value !== null && value > 0 && value < YEAR_10000 ? value : Number.NaN),
  /** Rounds to the digits that sources send, so that 12.3 is not returned as 12.300000190734863. */
  rounded: (value: number, scale: number): number => Math.round(value * scale) / scale,
  orNull: (value: number): number | null => (Number.isNaN(value) ? null : value),
  unless: (unknown: number, value: number): number | null => (value === unknown ? null : value),
  merged(before: string | null, said: string): string | null {
    if (said === '' || said === before) return before;
    return said.length > MAX_TEXT ? said.slice(0, MAX_TEXT) : said;
  },
};

/** Generates the source text that processes the values of one cell. */
class CellCode {
  private readonly unknown: string;
  /** Expression for the value in the row of `slot`. */
  private readonly at: string;

  constructor(
    private readonly cell: Cell,
    rowBytes: number,
  ) {
    const { name, view, offset } = cell;
    this.unknown = view === undefined ? '' : unknownOf(view);
    this.at =
      view === undefined
        ? `${name}Texts[slot]`
        : `${view}[slot * ${rowBytes / bytesOf[view]} + ${offset / bytesOf[view]}]`;
  }

  get motion(): string {
    const { name, field } = this.cell;
    if (field.merge === 'fact') return '';
    if (field.merge === 'report')
      return `said = report.${name}; ${this.at} = said == null ? ${this.unknown} : ${this.encoded};\n`;
    const isSaid = field.merge === 'sender' ? 'said != null' : 'said !== undefined';
    return `if ((said = report.${name}, ${isSaid})) ${this.at} = ${this.encoded};\n`;
  }

  get fact(): string {
    const { name, field, view } = this.cell;
    if (view === undefined)
      return `if ((said = report.${name}) != null) { code = merged(${this.at}, said); if (code !== ${this.at}) { ${this.at} = code; columns.textChanges[slot] = 1; } says = true; }\n`;
    if (field.merge === 'sender')
      return `if ((said = report.${name}) != null && ${this.at} === ${this.unknown}) { ${this.at} = ${this.encoded}; says = true; }\n`;
    if (field.merge !== 'fact') return '';
    const isKnown = view.startsWith('f') ? 'code === code' : `code !== ${this.unknown}`;
    return `if ((said = report.${name}) != null && (code = ${this.encoded}, ${isKnown})) { ${this.at} = code; says = true; }\n`;
  }

  get cleared(): string {
    return this.cell.view === undefined ? `${this.at} = null;\n` : '';
  }

  get decoded(): string {
    const { name, field } = this.cell;
    if (field.kind === 'text') return this.at;
    if (field.kind === 'decimal') return `orNull(${this.number})`;
    if (field.kind === 'time') return `orNull(${this.at})`;
    if (field.kind === 'integer') return `unless(${this.unknown}, ${this.at})`;
    if (field.kind === 'name') return `(${name}Names.nameOf(${this.at}) ?? null)`;
    return `(${name}Values[${this.at}] ?? ${JSON.stringify(field.otherwise ?? null)})`;
  }

  /** Expression for the value as a number; NaN if unknown. */
  get number(): string {
    const { field } = this.cell;
    return field.kind === 'decimal' ? `rounded(${this.at}, ${10 ** field.digits})` : 'NaN';
  }

  private get encoded(): string {
    const { name, field } = this.cell;
    if (field.kind === 'decimal') return 'toDecimal(said)';
    if (field.kind === 'time') return 'toTime(said)';
    if (field.kind === 'integer')
      return `(said !== null && said >= ${field.min} && said <= ${field.max} ? said : ${this.unknown})`;
    if (field.kind === 'choice' && field.values.length > MAX_COMPARED)
      return `(${name}Codes.get(said) ?? ${this.unknown})`;
    if (field.kind === 'choice')
      return `(${field.values.map((value, code) => `said === ${JSON.stringify(value)} ? ${code} : `).join('')}${this.unknown})`;
    return `(${name}Names.codeOf(said) || ${this.unknown})`;
  }
}

/** The table of fields of a state. */
export type Table<State extends Moving> = State extends Vessel ? typeof vesselFields : typeof aircraftFields;
type Specific<State extends Moving> = Omit<State, keyof CommonState>;

/**
 * The fields of a table by slot. Numbers and codes of a slot are in one row of bytes, so that an update needs few
 * memory accesses; texts are in arrays.
 */
export class FieldColumns<State extends Moving> {
  /** Views of the same memory. */
  f64 = new Float64Array(0);
  f32 = new Float32Array(0);
  u32 = new Uint32Array(0);
  u16 = new Uint16Array(0);
  u8 = new Uint8Array(0);
  /** 1 for a slot whose texts have changed or were cleared since a reader last set this to 0. */
  textChanges = new Uint8Array(0);
  /** Merges the fields with the rules `motion`, `sender` and `report` of the latest report. */
  readonly mergeMotion: (slot: number, report: ReportOf<State> | State) => void;
  /**
   * Merges the fields with the rule `fact`, and unknown fields with the rule `sender`.
   * @returns true if the report has any of them
   */
  readonly mergeFacts: (slot: number, report: ReportOf<State> | State) => boolean;
  readonly compose: (slot: number) => Specific<State>;
  /** Readers of single fields by slot. */
  readonly at: { readonly [Name in keyof Specific<State>]: (slot: number) => Specific<State>[Name] };
  /** Readers of the numbers of movements; they return NaN if unknown. */
  readonly speedAt: (slot: number) => number;
  readonly courseAt: (slot: number) => number;
  readonly altitudeAt: (slot: number) => number;
  private readonly clearTexts: (slot: number) => void;
  private readonly rowBytes: number;

  /** @param motion names of the fields with the speed, course and altitude of movements */
  constructor(
    fields: Table<State>,
    motion: { speed: keyof Table<State>; course: keyof Table<State>; altitude?: keyof Table<State> },
  ) {
    const { cells, rowBytes } = layoutOf(fields);
    const codes = new Map(cells.map((cell) => [cell.name, new CellCode(cell, rowBytes)]));
    const all = (write: (code: CellCode, name: string) => string) =>
      [...codes].map(([name, code]) => write(code, name)).join('');
    const number = (name?: keyof Table<State>) => codes.get(name as string)?.number ?? 'NaN';
    const views = 'const { f64, f32, u32, u16, u8 } = columns;';
    const code = `return {
      mergeMotion(slot, report) { ${views} let said;\n${all(({ motion }) => motion)} },
      mergeFacts(slot, report) { ${views} let said, code, says = false;\n${all(({ fact }) => fact)} return says; },
      clearTexts(slot) { ${all(({ cleared }) => cleared)} },
      compose(slot) { ${views} return { ${all(({ decoded }, name) => `${name}: ${decoded},\n`)} }; },
      at: { ${all(({ decoded }, name) => `${name}(slot) { ${views} return ${decoded}; },\n`)} },
      speedAt(slot) { ${views} return ${number(motion.speed)}; },
      courseAt(slot) { ${views} return ${number(motion.course)}; },
      altitudeAt(slot) { ${views} return ${number(motion.altitude)}; },
    };`;
    const compiled = compile<
      Pick<this, 'mergeMotion' | 'mergeFacts' | 'compose' | 'at' | 'speedAt' | 'courseAt' | 'altitudeAt'> & {
        clearTexts(slot: number): void;
      }
    >({ columns: this, ...helpers, ...storesOf(fields) }, code);
    this.rowBytes = rowBytes;
    this.mergeMotion = compiled.mergeMotion;
    this.mergeFacts = compiled.mergeFacts;
    this.compose = compiled.compose;
    this.at = compiled.at;
    this.speedAt = compiled.speedAt;
    this.courseAt = compiled.courseAt;
    this.altitudeAt = compiled.altitudeAt;
    this.clearTexts = compiled.clearTexts;
  }

  grow(capacity: number): void {
    this.textChanges = grown(this.textChanges, capacity);
    this.u8 = grown(this.u8, capacity * this.rowBytes);
    const { buffer } = this.u8;
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.u16 = new Uint16Array(buffer);
  }

  /** Sets all fields of a slot to unknown. */
  clear(slot: number): void {
    this.textChanges[slot] = 1;
    this.u8.fill(255, slot * this.rowBytes, (slot + 1) * this.rowBytes);
    this.clearTexts(slot);
  }
}

/** Returns the variables that the generated code uses, by name. */
function storesOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): Array<[string, unknown]> => {
      if (field.kind === 'text') return [[`${name}Texts`, []]];
      if (field.kind === 'name') return [[`${name}Names`, new NameTable(MAX_NAMES)]];
      if (field.kind !== 'choice') return [];
      return [
        [`${name}Values`, field.values],
        [`${name}Codes`, field.codes],
      ];
    }),
  );
}
