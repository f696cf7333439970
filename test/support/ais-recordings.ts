import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AisReader, type AisReaderOptions } from '../../src/features/geospatial/ais/ais-reader.js';
import type { VesselReport } from '../../src/features/geospatial/observation.js';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'geo', 'ais');

/** Returns the recording of test/fixtures/geo/ais with a name, unpacked. */
export const recorded = (name: string): Buffer => gunzipSync(readFileSync(join(fixtures, `${name}.gz`)));

export const recordedJson = <Line>(name: string): Line[] =>
  recorded(name)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Noon of the day on which tests read. */
export const NOW = Date.UTC(2026, 10, 20, 12);

export interface AisTest {
  reader: AisReader;
  reports: VesselReport[];
  /** Reads lines, each with its end. */
  read(...lines: string[]): void;
}

/** A reader that keeps what it gives. */
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

/** All of a recording at once. */
export function readRecording(bytes: Uint8Array, options: Partial<AisReaderOptions> = {}): AisTest {
  const test = aisReader(options);
  test.reader.write(bytes);
  test.reader.end();
  return test;
}

/** The reports of a recording with the types of their messages: a line completes one message at most. */
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

/** XOR of all of them, as two digits. */
export function checksumOf(text: string): string {
  return Buffer.from(text, 'latin1')
    .reduce((sum, byte) => sum ^ byte, 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0');
}

/** A sentence with its checksum: of `AIVDM,1,1,,A,…,0`. */
export const sentence = (body: string): string => `!${body}*${checksumOf(body)}`;

/** A tag block: of `c:1682294942`. */
export const tagBlock = (body: string): string => `\\${body}*${checksumOf(body)}\\`;

/** A payload of fields, each a number and how many bits it has, or a text and how many letters. */
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
