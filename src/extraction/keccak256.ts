/** Rotations of the lanes of Keccak-f[1600], and the position to which each lane moves (FIPS 202 §3.2). */
const rotations: number[] = [];
const targets: number[] = [];
const roundConstants: bigint[] = [];
const MASK = 0xffff_ffff_ffff_ffffn;
const RATE_BYTES = 136;

function prepare(): void {
  let [x, y] = [1, 0];
  let state = 1;
  for (let step = 0; step < 24; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    targets.push(x + 5 * y);
    rotations.push((((step + 1) * (step + 2)) / 2) % 64);
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (state & 1) constant |= 1n << BigInt(2 ** bit - 1);
      state = state & 0x80 ? ((state << 1) ^ 0x171) & 0xff : state << 1;
    }
    roundConstants.push(constant);
  }
}
prepare();

const rotate = (lane: bigint, by: number): bigint =>
  by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;

function permute(lanes: bigint[]): void {
  const at = (index: number) => lanes[index] as bigint;
  for (const constant of roundConstants) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    for (let index = 0; index < 25; index += 1) {
      const x = index % 5;
      lanes[index] = at(index) ^ (columns[(x + 4) % 5] as bigint) ^ rotate(columns[(x + 1) % 5] as bigint, 1);
    }
    let moved = at(1);
    targets.forEach((target, step) => {
      const kept = at(target);
      lanes[target] = rotate(moved, rotations[step] as number);
      moved = kept;
    });
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5);
      for (let x = 0; x < 5; x += 1)
        lanes[row + x] = (old[x] as bigint) ^ (~(old[(x + 1) % 5] as bigint) & MASK & (old[(x + 2) % 5] as bigint));
    }
    lanes[0] = at(0) ^ constant;
  }
}

/**
 * Returns the Keccak-256 hash of a short text in hexadecimal, as Ethereum uses it: with the original padding, not the
 * padding of SHA-3.
 */
export function keccak256(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const padded = Buffer.alloc((Math.floor(bytes.length / RATE_BYTES) + 1) * RATE_BYTES);
  bytes.copy(padded);
  padded[bytes.length] = (padded[bytes.length] as number) ^ 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] as number) ^ 0x80;
  const lanes: bigint[] = Array(25).fill(0n);
  for (let from = 0; from < padded.length; from += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1)
      lanes[lane] = (lanes[lane] as bigint) ^ padded.readBigUInt64LE(from + lane * 8);
    permute(lanes);
  }
  const out = Buffer.alloc(32);
  for (let lane = 0; lane < 4; lane += 1) out.writeBigUInt64LE(lanes[lane] as bigint, lane * 8);
  return out.toString('hex');
}
