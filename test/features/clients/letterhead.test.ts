import 'reflect-metadata';
import { crc32, deflateSync } from 'node:zlib';
import test from 'ava';
import { cleanPng } from '../../../src/features/clients/letterhead/clean-png.js';
import { cleanSvg } from '../../../src/features/clients/letterhead/clean-svg.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const svgOf = (inner: string, head = 'viewBox="0 0 20 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${inner}</svg>`;
const cleaned = (inner: string, head?: string): string => {
  const result = cleanSvg(svgOf(inner, head));
  return typeof result === 'string' ? result : result.svg;
};
const rect = '<rect width="20" height="10" fill="#0068a8"></rect>';

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}

function pngOf(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), ...extra, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

test('an SVG logo keeps shapes, texts, gradients and the colors of its classes', (t) => {
  t.is(cleaned(rect), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${rect}</svg>`);
  const drawn = cleaned(
    '<style>/* of a program */ .a, .b { fill: #123456; } .b{stroke:url(#g)}</style>' +
      '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>' +
      '<linearGradient id="h" xlink:href="#g"/></defs>' +
      '<path class="b" d="M0 0L1-1z"/><text x="1" style="fill:rgb(1, 2, 3);font-family:\'Open Sans\'">A &amp; B</text>',
  );
  t.true(drawn.includes('<path d="M0 0L1-1z" fill="#123456" stroke="url(#g)">'), drawn);
  t.true(drawn.includes('<linearGradient id="h" href="#g">'), drawn);
  t.true(drawn.includes('<text x="1" fill="rgb(1, 2, 3)" font-family="&apos;Open Sans&apos;">A &amp; B</text>'), drawn);
  t.regex(cleaned(rect, 'width="40" height="20"'), /^<svg [^>]*viewBox="0 0 40 20">/);
});

for (const [name, inner] of Object.entries({
  'a script': '<script>alert(1)</script>',
  'a handler': '<rect width="1" height="1" onclick="alert(1)"/>',
  'a link': '<a href="https://evil.example/"><rect width="1" height="1"/></a>',
  'a foreign object':
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)">x</body></foreignObject>',
  'an embedded image': '<image href="https://evil.example/x.png"/><image xlink:href="data:image/png;base64,AAAA"/>',
  'a use of another file': '<use href="https://evil.example/x.svg#a"/>',
  'an animation': '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="x"/>',
  'a fill from another file': '<rect width="1" height="1" fill="url(https://evil.example/#a)"/>',
  'a style with an address':
    '<rect width="1" height="1" style="fill:url(//evil.example);mask:url(\'http://evil.example/\')"/>',
  'a style sheet with an import':
    '<style>@import "https://evil.example/a.css"; .a{fill:url(https://evil.example)}</style><g class="a"/>',
  'a gradient from another file': '<linearGradient xlink:href="https://evil.example/#g"/>',
}))
  test(`an SVG logo loses ${name}`, (t) => {
    const svg = cleaned(`${inner}${rect}`);
    t.regex(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 20 10">/);
    t.notRegex(
      svg.replace('xmlns="http://www.w3.org/2000/svg"', ''),
      /script|\son\w+=|<a[\s>]|foreign|<image|<use|<set|<anim|:\/\/|\/\/evil|@import|data:|ENTITY|passwd|xlink/i,
    );
  });

test('a document type and its entities are not read', (t) => {
  const result = cleanSvg(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svgOf(`${rect}<text>&a;</text>`)}`,
  );
  const { svg } = result as { svg: string };
  t.is(svg, cleaned(`${rect}<text>&amp;a;</text>`));
});

test('a file that is no SVG image, draws nothing, has no size or too many elements is no logo', (t) => {
  for (const [text, problem] of [
    ['', 'is not an SVG image'],
    ['<html><body>x</body></html>', 'is not an SVG image'],
    [svgOf('<script>alert(1)</script>'), 'has no shape or text to draw'],
    [svgOf(rect, ''), 'needs a viewBox, or a width and a height'],
    [svgOf(rect, 'viewBox="0 0 0 10"'), 'needs a viewBox, or a width and a height'],
    [svgOf('<g/>'.repeat(2_000)), 'is an SVG image with too many elements'],
    [svgOf(`${'<g>'.repeat(60)}${rect}`), 'is an SVG image with too many elements'],
  ] as const)
    t.is(cleanSvg(text) as string, problem, text.slice(0, 80));
  t.is(typeof cleanSvg(svgOf(rect + '<g/>'.repeat(1_998))), 'object');
});

test('hostile SVG images of 64 KiB are cleaned within a second', (t) => {
  const long = 60_000;
  const startedAt = performance.now();
  for (const inner of [
    `<style>${'/* '.repeat(long / 3)}</style>`,
    `<style>${'a'.repeat(long)}</style>`,
    `<style>${'.a{fill:red}'.repeat(long / 24)}</style><g class="${'a '.repeat(long / 4)}"/>`,
    `<rect fill="${'a'.repeat(long)}"/>`,
    `<rect fill="${'url(#'.repeat(long / 5)}"/>`,
    `<rect style="${'fill:'.repeat(long / 5)}"/>`,
    '<g>'.repeat(long / 3),
    '<'.repeat(long),
  ])
    cleanSvg(svgOf(`${inner}${rect}`));
  t.true(performance.now() - startedAt < 8_000);
});

test('a PNG logo keeps its pixels and loses its texts, and is at most 2,000 pixels wide and high', (t) => {
  const plain = pngOf(20, 10);
  t.deepEqual(cleanPng(plain), plain);
  t.deepEqual(cleanPng(pngOf(20, 10, [chunk('tEXt', Buffer.from('Author\0Ada'))])), plain);
  t.deepEqual(cleanPng(Buffer.concat([plain, Buffer.from('<script>')])), plain);
  t.true(Buffer.isBuffer(cleanPng(pngOf(2_000, 1))));
  t.is(cleanPng(pngOf(2_001, 1)), 'must be 1 to 2000 pixels wide and high, and is 2001 × 1');
  t.is(cleanPng(pngOf(0, 1)), 'must be 1 to 2000 pixels wide and high, and is 0 × 1');
});

test('a damaged PNG image, and a file that is not an image, are not accepted as a logo', (t) => {
  const plain = pngOf(20, 10);
  t.is(cleanPng(Buffer.from('GIF89a')), 'is not a PNG image');
  t.is(cleanPng(plain.subarray(0, -4)), 'is a PNG image without its end');
  t.is(cleanPng(plain.subarray(0, 8)), 'is a PNG image without its end');
  const damaged = Buffer.from(plain);
  damaged[20] = 99;
  t.is(cleanPng(damaged), 'is a PNG image with a damaged chunk IHDR');
  t.is(
    cleanPng(Buffer.concat([plain.subarray(0, 8), chunk('IDAT', Buffer.alloc(2))])),
    'is a PNG image without a header',
  );
  t.is(
    cleanPng(Buffer.concat([plain.subarray(0, 33), chunk('IEND', Buffer.alloc(0))])),
    'is a PNG image without pixels',
  );
});

test('a letterhead is empty at first, changes by field with its version, and belongs to its account', async (t) => {
  const ada = await service.signedIn();
  const empty = { name: null, address: [], logo: null, version: 1 };
  t.like((await ada.get('/clients/letterhead')).json, empty);
  const logo = { mediaType: 'image/svg+xml', data: Buffer.from(svgOf(`<script/>${rect}`)).toString('base64') };
  const changed = await ada.patch('/clients/letterhead', { name: 'Lovelace Wealth', address: ['1 Harbour St'], logo });
  t.is(changed.status, 200);
  t.like(changed.json, { name: 'Lovelace Wealth', address: ['1 Harbour St'], version: 2 });
  t.is(Buffer.from(changed.json.logo.data, 'base64').toString(), cleaned(rect));
  t.is((await ada.patch('/clients/letterhead', { name: 'Lovelace Wealth' })).json.version, 2);
  const stale = { headers: { 'if-match': `"1:${changed.json.id}"` } };
  isProblem(t, await ada.patch('/clients/letterhead', { name: 'x' }, stale), 412, 'precondition_failed');
  const without = (await ada.patch('/clients/letterhead', { logo: null })).json;
  t.like(without, { name: 'Lovelace Wealth', logo: null, version: 3 });
  t.deepEqual((await (await service.signedIn()).get('/clients/letterhead')).json.name, null);
});

test('a logo of 65,536 bytes is accepted, and the error names a larger or an unreadable one', async (t) => {
  const ada = await service.signedIn();
  const sized = (bytes: number) => {
    const empty = svgOf(`<desc></desc>${rect}`);
    return Buffer.from(empty.replace('<desc>', `<desc>${'x'.repeat(bytes - empty.length)}`)).toString('base64');
  };
  const set = (data: string, mediaType = 'image/svg+xml') =>
    ada.patch('/clients/letterhead', { logo: { mediaType, data } });
  t.is((await set(sized(65_536))).status, 200);
  t.is((await set(sized(65_540))).status, 400);
  t.is((await set('###')).status, 400);
  isProblem(t, await set(pngOf(20, 10).toString('base64')), 422, 'unprocessable', '/logo/data');
  t.is((await set(pngOf(20, 10).toString('base64'), 'image/png')).status, 200);
  t.is((await set(pngOf(20, 10).toString('base64'), 'image/gif')).status, 400);
});

test('a report has the letterhead, and its policy allows images only with a logo', async (t) => {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/clients', { name: 'Grace', currency: 'USD' })).json;
  const report = () => ada.get(`/clients/${id}/report?format=html`);
  t.notRegex((await report()).text, /class="letterhead"/);
  await ada.patch('/clients/letterhead', { name: 'Smith & <b>Sons</b>', address: ['1 Harbour Street', 'London'] });
  const named = await report();
  t.true(named.text.includes('<b>Smith &amp; &lt;b&gt;Sons&lt;/b&gt;</b><br>1 Harbour Street<br>London'));
  t.notRegex(named.headers.get('content-security-policy') ?? '', /img-src/);
  const data = Buffer.from(svgOf(rect)).toString('base64');
  await ada.patch('/clients/letterhead', { logo: { mediaType: 'image/svg+xml', data } });
  const { text, headers } = await report();
  t.regex(text, /<img alt="" src="data:image\/svg\+xml;base64,[\w+/=]+">/);
  t.regex(headers.get('content-security-policy') ?? '', /^default-src 'none'; img-src data:; style-src 'sha256-/);
});
