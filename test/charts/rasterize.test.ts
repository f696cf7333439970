import { inflateSync } from 'node:zlib';
import test from 'ava';
import { colorOf } from '../../src/charts/palette.js';
import { rasterize } from '../../src/charts/rasterize.js';
import { candleChart } from '../../src/features/markets/charts/candle-chart.js';
import { tide } from './tide.js';

const chart = (theme: 'auto' | 'light' | 'dark', title = 'AAPL.US – Apple Inc') =>
  candleChart({ title, subtitle: '1d · USD', candles: tide(60), hasVolume: true, width: 640, height: 320, theme });

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns width, height and the color of the first pixel of a PNG. */
function read(png: Uint8Array): { width: number; height: number; corner: string } {
  const bytes = Buffer.from(png);
  if (!bytes.subarray(0, 8).equals(Buffer.from(signature))) throw new Error('not a PNG');
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  // PNG filters do not change the first pixel, so its bytes can be read without decoding the filter.
  const corner = inflateSync(Buffer.concat(data)).subarray(1, 4).toString('hex');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), corner: `#${corner}` };
}

test('a PNG has `scale` pixels for each CSS pixel, and the colors of its theme; `auto` is light', async (t) => {
  for (const theme of ['auto', 'light', 'dark'] as const) {
    const ground = colorOf('ground', theme === 'dark' ? 'dark' : 'light');
    t.deepEqual(read(await rasterize({ svg: await chart(theme), scale: 1 })), {
      width: 640,
      height: 320,
      corner: ground,
    });
    t.deepEqual(read(await rasterize({ svg: await chart(theme), scale: 3 })), {
      width: 1_920,
      height: 960,
      corner: ground,
    });
  }
});

test('texts are drawn with the fonts of the package', async (t) => {
  const draw = async (title: string) => Buffer.from(await rasterize({ svg: await chart('light', title), scale: 1 }));
  const plain = await draw('Ada');
  t.true(plain.equals(await draw('Ada')));
  t.false(plain.equals(await draw('Bob')));
  t.false((await draw('Łódź')).equals(await draw('Lodz')));
});
