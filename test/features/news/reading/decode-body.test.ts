import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { decodeBody, MAX_DOCUMENT } from '../../../../src/features/news/reading/decode-body.js';

const decoded = (bytes: Uint8Array, contentType: string | null = null, contentEncoding: string | null = null) =>
  decodeBody({ bytes, contentType, contentEncoding });
const declared = (charset: string, bytes: number[]) =>
  Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${charset}"?><a>`), Buffer.from(bytes), Buffer.from('</a>')]);

test('a byte order mark takes precedence over the header, the header over the declaration', (t) => {
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

test('a document that claims to be UTF-8 and is not is read as Windows-1252; an unknown charset is ignored', (t) => {
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

test('5 MB are read and one byte more is refused, also when it appears only after decompression', (t) => {
  t.is(decoded(Buffer.alloc(MAX_DOCUMENT, 0x20)).length, MAX_DOCUMENT);
  t.throws(() => decoded(Buffer.alloc(MAX_DOCUMENT + 1, 0x20)), { message: /longer than 5 MB/ });
  t.throws(() => decoded(gzipSync(Buffer.alloc(MAX_DOCUMENT + 1))), { message: /longer than 5 MB/ });
  t.throws(() => decoded(brotliCompressSync(Buffer.alloc(2 * MAX_DOCUMENT), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), null, 'br'), {
    message: /longer than 5 MB/,
  });
});

test('a broken compression and an empty body are refused with their codes', (t) => {
  t.throws(() => decoded(gzipSync('text').subarray(0, 12), null, 'gzip'), { message: /compressed/ });
  t.throws(() => decoded(Buffer.from('no brotli'), null, 'br'), { message: /compressed/ });
  t.throws(() => decoded(Buffer.alloc(0)), { message: /empty/ });
});
