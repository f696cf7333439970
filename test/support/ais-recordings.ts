import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AisReader, type AisReaderOptions } from '../../src/features/geospatial/ais/ais-reader.js';
import type { VesselReport } from '../../src/features/geospatial/observation.js';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'geo', 'ais');

/** Returns a recording of test/fixtures/geo/ais, unpacked. */
export const recorded = (name: string): Buffer => gunzipSync(readFileSync(join(fixtures, `${name}.gz`)));

export const recordedJson = <Line>(name: string): Line[] =>
  recorded(name)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Time at which the tests read recordings. */
export const NOW = Date.UTC(2026, 10, 20, 12);

export interface AisTest {
  reader: AisReader;
  reports: VesselReport[];
  /** Reads lines; adds a line end to each. */
  read(...lines: string[]): void;
}

/** Returns an AIS reader, and the reports that it produces. */
export function aisReader(options: Partial<AisReaderOptions> = {}): AisTest {
  const reports: VesselReport[] = [];
  const reader = new AisReader({
    provider: 'ais',
    now: () => NOW,
    take: (report) => void reports.push(report),
    ...options,
  });
  return {
    reader,
    reports,
    read: (...lines) => void reader.write(Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')),
  };
}

/** Reads a whole recording. */
export function readRecording(bytes: Uint8Array, options: Partial<AisReaderOptions> = {}): AisTest {
  const test = aisReader(options);
  test.reader.write(bytes);
  test.reader.end();
  return test;
}

/** Returns the reports of a recording with the types of their messages; each line completes one message at most. */
export function readTyped(bytes: Buffer): Array<{ type: number; report: VesselReport }> {
  const { reader, reports, read } = aisReader();
  const typed: Array<{ type: number; report: VesselReport }> = [];
  for (const line of bytes.toString('latin1').split(/[\r\n]+/)) {
    const before = reader.counts.byType.slice();
    read(line);
    const type = reader.counts.byType.findIndex((count, index) => count > (before[index] as number));
    for (const report of reports.splice(0)) typed.push({ type, report });
  }
  return typed;
}

/** Returns the XOR of all characters, as two hexadecimal digits. */
export function checksumOf(text: string): string {
  return Buffer.from(text, 'latin1')
    .reduce((sum, byte) => sum ^ byte, 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0');
}

/** Returns a sentence with its checksum. @param body such as `AIVDM,1,1,,A,…,0` */
export const sentence = (body: string): string => `!${body}*${checksumOf(body)}`;

/** Returns a tag block with its checksum. @param body such as `c:1682294942` */
export const tagBlock = (body: string): string => `\\${body}*${checksumOf(body)}\\`;

/** Returns the payload of fields: each a number with its number of bits, or a text with its number of letters. */
export function payloadOf(...fields: Array<[number | string, number]>): string {
  let bits = '';
  for (const [value, width] of fields) {
    if (typeof value === 'string')
      for (const letter of value.padEnd(width, '@'))
        bits += ((letter.charCodeAt(0) as number) & 63).toString(2).padStart(6, '0');
    else bits += BigInt.asUintN(width, BigInt(value)).toString(2).padStart(width, '0');
  }
  const symbols = bits.padEnd(Math.ceil(bits.length / 6) * 6, '0').match(/.{6}/g) ?? [];
  return symbols
    .map((six) => String.fromCharCode(Number.parseInt(six, 2) + (Number.parseInt(six, 2) < 40 ? 48 : 56)))
    .join('');
}
