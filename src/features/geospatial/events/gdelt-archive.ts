import { hash } from 'node:crypto';
import { Unzip, UnzipInflate } from 'fflate';
import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';

/** An export file, as listed in the index. */
export interface GdeltFile {
  /** File name, such as `20191024143000.export.CSV.zip`. */
  name: string;
  md5: string;
}

/**
 * Maximum size of an unpacked file (bytes); a larger one is a zip bomb, since a normal one has one or two megabytes.
 */
const MAX_BYTES = 32_000_000;
/** Number of packed bytes inflated in one step; deflate expands them at most a thousand times. */
const CHUNK = 16_384;

/**
 * Reads `lastupdate.txt`, which has lines of size, MD5 and address of the export, the mentions and the graph. Only the
 * file name of the address is used, so that the index cannot point to another host.
 * @throws UpstreamError `bad_answer`
 */
export function gdeltIndex(text: unknown): GdeltFile {
  const found = /^\d+ ([0-9a-f]{32}) https?:\/\/[^\s/]+\/gdeltv2\/(\d{14}\.export\.CSV\.zip)\s*$/m.exec(
    String(text).slice(0, 10_000),
  );
  if (found === null) throw badAnswer('The index names no export.');
  return { md5: found[1] as string, name: found[2] as string };
}

/**
 * Unpacks an export file.
 * @throws UpstreamError `bad_answer` for a wrong checksum or an invalid archive, `too_large`
 */
export function unpackGdelt(body: unknown, { md5 }: GdeltFile): string {
  if (!(body instanceof Uint8Array) || hash('md5', body) !== md5) throw badAnswer('The checksum does not match.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  const unzip = new Unzip((file) => {
    if (chunks.length > 0 || !/\.export\.csv$/i.test(file.name)) return;
    file.ondata = (error, data, final) => {
      if (error) throw error;
      size += data.length;
      if (size > MAX_BYTES) throw new UpstreamError('too_large');
      chunks.push(data);
      isComplete ||= final;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < body.length; at += CHUNK)
      unzip.push(body.subarray(at, at + CHUNK), at + CHUNK >= body.length);
    if (!isComplete) throw badAnswer('The archive contains no complete export.');
    return new TextDecoder('utf-8').decode(Buffer.concat(chunks, size));
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : badAnswer('The export is not a zip archive.');
  }
}
