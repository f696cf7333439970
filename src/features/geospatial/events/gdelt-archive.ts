import { hash } from 'node:crypto';
import { Unzip, UnzipInflate } from 'fflate';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';

/** An export file as the index names it. */
export interface GdeltFile {
  /** `20191024143000.export.CSV.zip` */
  name: string;
  md5: string;
}

/** Unpacked, a file has a megabyte or two; a zip that grows beyond this is a bomb. */
const MAX_BYTES = 32_000_000;
/** Packed bytes unpacked at a time: deflate makes at most a thousand times as much of them. */
const PIECE = 16_384;

/**
 * `lastupdate.txt`: lines of size, MD5 and address, of the export, the mentions and the graph. Of the address only the name of the file
 * is used, so that the index leads nowhere else.
 * @throws UpstreamError `bad_answer`
 */
export function gdeltIndex(text: unknown): GdeltFile {
  const found = /^\d+ ([0-9a-f]{32}) https?:\/\/[^\s/]+\/gdeltv2\/(\d{14}\.export\.CSV\.zip)\s*$/m.exec(String(text).slice(0, 10_000));
  if (found === null) throw badAnswer('The index names no export.');
  return { md5: found[1] as string, name: found[2] as string };
}

/** The one file in an export. @throws UpstreamError `bad_answer` for another checksum or no zip, `too_large` for one that grows too long */
export function unpackGdelt(body: unknown, { md5 }: GdeltFile): string {
  if (!(body instanceof Uint8Array) || hash('md5', body) !== md5) throw badAnswer('The checksum is another one.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const unzip = new Unzip((file) => {
    if (chunks.length > 0 || !/\.export\.csv$/i.test(file.name)) return;
    file.ondata = (error, data, final) => {
      if (error) throw error;
      size += data.length;
      if (size > MAX_BYTES) throw new UpstreamError('too_large');
      chunks.push(data);
      isWhole ||= final;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < body.length; at += PIECE) unzip.push(body.subarray(at, at + PIECE), at + PIECE >= body.length);
    if (!isWhole) throw badAnswer('The archive holds no whole export.');
    return new TextDecoder('utf-8').decode(Buffer.concat(chunks, size));
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The export is no zip archive.');
  }
}
