import test from 'ava';
import { partName, tableOfPart } from '../../src/transfer/backup-file.js';
import { ContentSum, RowSum } from '../../src/transfer/content-sum.js';
import { BadArchive, type TarEntry, tarEnd, tarEntries, tarEntry } from '../../src/transfer/tar.js';

const MAX_BYTES = 64 * 1024 * 1024;

async function* inChunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
async function filesOf(bytes: Buffer, chunk = 512): Promise<TarEntry[]> {
  const files: TarEntry[] = [];
  for await (const file of tarEntries(inChunks(bytes, chunk))) files.push(file);
  return files;
}
const file = (name: string, length: number): TarEntry => ({ name, content: Buffer.alloc(length, 'x') });

test('files of any length are read from chunks of any length', async (t) => {
  const files = [
    file('empty', 0),
    file('one', 1),
    file('below', 511),
    file('block', 512),
    file('above', 513),
    file('n'.repeat(100), 3),
  ];
  const archive = Buffer.concat([...files.map((one) => tarEntry(one, 1_700_000_000)), tarEnd]);
  t.is(archive.length, (6 + 5 + 1 + 2) * 512);
  for (const chunk of [1, 511, 512, 5_000, archive.length])
    t.deepEqual(await filesOf(archive, chunk), files, String(chunk));
});

test('the entry of a file has an owner-only mode, and its length, its time and the checksum of its header in octal', (t) => {
  const text = tarEntry(file('a', 9), 8).toString('latin1', 0, 512);
  t.is(text.slice(100, 148), '0000600\0' + '0000000\0' + '0000000\0' + '00000000011\0' + '00000000010\0');
  t.is(text.slice(156, 157), '0');
  t.is(text.slice(257, 265), 'ustar\0' + '00');
  const bytes = [...Buffer.from(`${text.slice(0, 148)}        ${text.slice(156)}`, 'latin1')];
  t.is(
    Number.parseInt(text.slice(148, 154), 8),
    bytes.reduce((sum, byte) => sum + byte, 0),
  );
});

test('names of 100 bytes and contents of 64 MiB are allowed in an archive, and larger ones are rejected', (t) => {
  t.throws(() => tarEntry(file('n'.repeat(101), 1), 0), { message: /does not fit into the archive/ });
  t.throws(() => tarEntry(file('é'.repeat(51), 1), 0), { message: /does not fit into the archive/ });
  t.throws(() => tarEntry({ name: 'a', content: { length: MAX_BYTES + 1 } as Buffer }, 0), {
    message: 'a does not fit into the archive.',
  });
  t.is(tarEntry({ name: 'a', content: Buffer.allocUnsafe(MAX_BYTES) }, 0).length, MAX_BYTES + 512);
});

/** Returns the header of a file with this length and a valid checksum. */
function headerWith(length: string): Buffer {
  const header = tarEntry(file('a', 0), 0);
  header.write(`${length}\0`, 124);
  header.write('        ', 148);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return header;
}

test('an archive with a file above 64 MiB, without a length, or with a changed header is rejected', async (t) => {
  const changed = { instanceOf: BadArchive, message: 'the header of a file in it was changed' };
  await t.throwsAsync(filesOf(headerWith((MAX_BYTES + 1).toString(8).padStart(11, '0'))), changed);
  await t.throwsAsync(filesOf(headerWith('-----------')), changed);
  // A file of exactly 64 MiB is allowed, so the error is about its missing content.
  await t.throwsAsync(filesOf(headerWith(MAX_BYTES.toString(8).padStart(11, '0'))), {
    instanceOf: BadArchive,
    message: 'it ends too early',
  });
  for (const at of [0, 99, 147, 156, 511]) {
    const entry = tarEntry(file('a', 0), 0);
    entry[at] = (entry[at] as number) + 1;
    await t.throwsAsync(filesOf(Buffer.concat([entry, tarEnd])), changed, String(at));
  }
  await t.throwsAsync(filesOf(tarEntry(file('a', 0), 0)), { instanceOf: BadArchive, message: 'it ends too early' });
});

test('an archive is read to its last byte, so that the checksum of its compression is verified', async (t) => {
  async function* failing() {
    yield Buffer.concat([tarEntry(file('a', 1), 0), tarEnd]);
    yield Buffer.alloc(10);
    throw new Error('wrong checksum');
  }
  const names: string[] = [];
  const read = async () => {
    for await (const { name } of tarEntries(failing())) names.push(name);
  };
  await t.throwsAsync(read, { message: 'wrong checksum' });
  t.deepEqual(names, ['a']);
});

test('the parts of a table are numbered in the order of their names', (t) => {
  t.is(partName('public.a', 7), 'tables/public.a/000007.copy');
  t.is(tableOfPart('tables/public.a/000007.copy'), 'public.a');
  t.is(tableOfPart('tables/public.a/1000000.copy'), 'public.a');
  for (const name of ['tables/public.a/00007.copy', 'backup.json', 'x/tables/a/000001.copy'])
    t.is(tableOfPart(name), undefined, name);
});

test('the sums of a table count rows and bytes; the order of rows changes the sum of a file, but not the sum of its rows', (t) => {
  const sumOf = (sum: { add(chunk: Buffer): void }, chunks: string[]) => {
    for (const chunk of chunks) sum.add(Buffer.from(chunk));
    return sum;
  };
  const rows = (...chunks: string[]) => (sumOf(new RowSum(), chunks) as RowSum).total();
  const whole = rows('one\ntwo\nthree\n');
  t.deepEqual([whole.rows, whole.bytes], [3, 14]);
  t.deepEqual(rows('one\ntw', 'o', '\nthr', 'ee\n'), whole);
  t.deepEqual(rows('three\none\n', 'two\n'), whole);
  t.not(rows('one\ntwo\nthref\n').sum, whole.sum);
  // The sum of one row is its SHA-256.
  t.is(rows('\n').sum, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  const content = (...chunks: string[]) => (sumOf(new ContentSum(), chunks) as ContentSum).total();
  t.deepEqual(content('\n\n', 'a\n'), content('\n\na\n'));
  t.deepEqual([content('\n\na\n').rows, content('\n\na\n').bytes], [3, 4]);
  t.not(content('b\na\n').sha256, content('a\nb\n').sha256);
});
