const FONT = '10px system-ui, sans-serif';
const HEIGHT = 11;
/** Distance of a name from the middle of its symbol, and radius of a symbol that names leave free (px). */
const AWAY = 7;
const RADIUS = 5;
/** Maximum number of names, and of vessels that are tried: more would hide the map, and cost time in each drawing. */
const MAX_NAMES = 60;
const MAX_TRIED = 400;
/** Side of the cells by which symbols near a name are found (px). */
const CELL = 32;

/**
 * Places names beside symbols where they cover no symbol, no other name and no edge of the map; other names are left
 * out.
 * @param candidates have `pixel` and `wide`, the width of the name (px); the most important first
 * @param others `taken`: boxes `[left, top, right, bottom]` that stay free, `pixels`: the middles of all symbols
 * @returns each placed candidate with the `left` and the `middle` of its name (px)
 */
export function placeNames(candidates, { taken, pixels, width, height }) {
  const cells = new Map();
  for (const pixel of pixels) {
    const key = cellOf(pixel[0]) * 10_000 + cellOf(pixel[1]);
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(pixel);
  }
  const boxes = [...taken];
  const placed = [];
  for (const candidate of candidates) {
    if (placed.length === MAX_NAMES) break;
    const { pixel, wide } = candidate;
    const [x, y] = pixel;
    const places = [
      [x + AWAY, y],
      [x - AWAY - wide, y],
      [x - wide / 2, y - AWAY - HEIGHT / 2],
      [x - wide / 2, y + AWAY + HEIGHT / 2],
    ];
    for (const [left, middle] of places) {
      const box = [left, middle - HEIGHT / 2, left + wide, middle + HEIGHT / 2];
      if (box[0] < 2 || box[1] < 2 || box[2] > width - 2 || box[3] > height - 2) continue;
      if (boxes.some((other) => overlaps(box, other)) || holdsSymbol(cells, box, pixel)) continue;
      boxes.push(box);
      placed.push({ candidate, left, middle });
      break;
    }
  }
  return placed;
}

const cellOf = (at) => Math.floor(at / CELL);
const overlaps = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/** Returns true if a box touches a symbol other than its own. */
function holdsSymbol(cells, [left, top, right, bottom], own) {
  for (let across = cellOf(left - RADIUS); across <= cellOf(right + RADIUS); across += 1)
    for (let down = cellOf(top - RADIUS); down <= cellOf(bottom + RADIUS); down += 1)
      for (const pixel of cells.get(across * 10_000 + down) ?? []) {
        const [x, y] = pixel;
        if (pixel !== own && x > left - RADIUS && x < right + RADIUS && y > top - RADIUS && y < bottom + RADIUS)
          return true;
      }
  return false;
}

/** Keys of the vessels with a name in the last drawing: they come first, so that names do not flicker. */
let named = new Set();

/**
 * Draws names of vessels that have been drawn.
 * @param objects all objects of the map with their pixels
 * @param taken boxes of names of places
 * @returns number of names
 */
export function drawVesselNames(context, objects, { taken, width, height, colors }) {
  const inView = objects.filter(
    ({ pixel: [x, y] }) => x > -RADIUS && y > -RADIUS && x < width + RADIUS && y < height + RADIUS,
  );
  const vessels = inView.filter(({ layer, name }) => layer === 'vessels' && name);
  const first = vessels.filter(({ key }) => named.has(key));
  const rest = vessels.filter(({ key }) => !named.has(key));
  context.save();
  context.font = FONT;
  const candidates = [...first, ...rest]
    .slice(0, MAX_TRIED)
    .map(({ key, name, pixel }) => ({ key, name, pixel, wide: context.measureText(name).width }));
  const placed = placeNames(candidates, { taken, pixels: inView.map(({ pixel }) => pixel), width, height });
  named = new Set(placed.map(({ candidate }) => candidate.key));
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = colors.sea;
  context.fillStyle = colors.vessels;
  for (const { candidate, left, middle } of placed) {
    context.strokeText(candidate.name, left, middle);
    context.fillText(candidate.name, left, middle);
  }
  context.restore();
  return placed.length;
}
