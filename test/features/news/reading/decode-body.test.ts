import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { decodeBody, MAX_DOCUMENT } from '../../../../src/features/news/reading/decode-body.js';

const decoded = (bytes: Uint8Array, contentType: string | null = null, contentEncoding: string | null = null) =>
  decodeBody({ bytes, contentType, contentEncoding });
const declared = (charset: string, bytes: number[]) =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${charset}"?><a>`),
    Buffer.from(bytes),
    Buffer.from('</a>'),
  ]);

test('a byte order mark takes precedence over the header, and the header over the declaration', (t) => {
  const withMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<a>é</a>')]);
  t.is(decoded(withMark, 'application/xml; charset=iso-8859-1'), '<a>é</a>');
  t.true(decoded(declared('utf-8', [0xcf, 0xf0]), 'text/xml; charset="windows-1251"').endsWith('<a>Пр</a>'));
  t.true(decoded(declared('koi8-r', [0xf0, 0xd2]), 'text/xml').endsWith('<a>Пр</a>'));
});

test('documents in Big5, EUC-KR, Shift_JIS and UTF-16 are decoded', (t) => {
  t.true(decoded(declared('big5', [0xa4, 0xa4])).endsWith('<a>中</a>'));
  t.true(decoded(declared('euc-kr', [0xc7, 0xd1])).endsWith('<a>한</a>'));
  t.true(decoded(declared('shift_jis', [0x93, 0xfa])).endsWith('<a>日</a>'));
  t.is(decoded(Buffer.from('<a>日</a>', 'utf16le')), '<a>日</a>');
  t.is(decoded(Buffer.from('\ufeff<a>日</a>', 'utf16le')), '<a>日</a>');
});

test('a charset may be in single quotes, in double quotes or without quotes', (t) => {
  const greeting = Buffer.concat([Buffer.from('<a>'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from('</a>')]);
  for (const charset of ["'gb2312'", '"gb2312"', 'gb2312', " 'GB2312' ; profile=x"])
    t.is(decoded(greeting, `text/xml; charset=${charset}`), '<a>你好</a>', charset);
});

test('documents in UTF-32 are decoded, with and without a byte order mark; invalid characters are replaced', (t) => {
  const utf32 = (text: string, isLittle: boolean, mark: boolean) => {
    const codes = [...(mark ? ['\ufeff'] : []), ...text].map((character) => character.codePointAt(0) as number);
    const bytes = Buffer.alloc(codes.length * 4);
    for (const [index, code] of codes.entries())
      isLittle ? bytes.writeUInt32LE(code, index * 4) : bytes.writeUInt32BE(code, index * 4);
    return bytes;
  };
  for (const isLittle of [true, false])
    for (const mark of [true, false])
      t.is(decoded(utf32('<a>日😀\ufeff</a>', isLittle, mark), 'application/xml; charset=utf-32'), '<a>日😀\ufeff</a>');
  const broken = Buffer.concat([
    utf32('<a>', true, true),
    Buffer.from([0, 0, 0x11, 0, 0, 0xd8, 0, 0]),
    Buffer.from([1]),
  ]);
  t.is(decoded(broken), '<a>\ufffd\ufffd');
  t.is(decoded(Buffer.from('\ufeff<a>日</a>', 'utf16le')), '<a>日</a>', 'UTF-16 begins with the same mark');
});

test('a document that is declared as UTF-8 and is not valid UTF-8 is read as Windows-1252; an unknown charset is ignored', (t) => {
  t.true(decoded(declared('utf-8', [0x93, 0xe9, 0x94])).endsWith('<a>“é”</a>'));
  t.true(decoded(declared('x-made-up', [0xc3, 0xa9])).endsWith('<a>é</a>'));
});

test('gzip, brotli and both forms of deflate are decompressed, and gzip also without its header field', (t) => {
  const text = '<rss/>'.repeat(100);
  for (const [bytes, encoding] of [
    [gzipSync(text), 'gzip'],
    [gzipSync(text), null],
    [brotliCompressSync(text), 'br'],
    [deflateSync(text), 'deflate'],
    [deflateRawSync(text), 'deflate'],
    [brotliCompressSync(gzipSync(text)), 'gzip, br'],
    [Buffer.from(text), 'gzip'],
  ] as const)
    t.is(decoded(bytes, null, encoding), text);
});

test('a body of 5 MB is read and one with another byte is rejected, also if it is that long only after decompression', (t) => {
  t.is(decoded(Buffer.alloc(MAX_DOCUMENT, 0x20)).length, MAX_DOCUMENT);
  t.throws(() => decoded(Buffer.alloc(MAX_DOCUMENT + 1, 0x20)), { message: /longer than 5 MB/ });
  t.throws(() => decoded(gzipSync(Buffer.alloc(MAX_DOCUMENT + 1))), { message: /longer than 5 MB/ });
  t.throws(
    () =>
      decoded(
        brotliCompressSync(Buffer.alloc(2 * MAX_DOCUMENT), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        null,
        'br',
      ),
    {
      message: /longer than 5 MB/,
    },
  );
});

test('invalid compressed data and an empty body are rejected with their codes', (t) => {
  t.throws(() => decoded(gzipSync('text').subarray(0, 12), null, 'gzip'), { message: /compressed/ });
  t.throws(() => decoded(Buffer.from('no brotli'), null, 'br'), { message: /compressed/ });
  t.throws(() => decoded(Buffer.alloc(0)), { message: /empty/ });
});
