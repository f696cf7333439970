const RADIANS = Math.PI / 180;
/**
 * Beyond this latitude (degrees, north and south) the service uses another projection, which this page cannot draw on.
 */
const MAX_LATITUDE = 79;
const MIN_SPAN = 0.2;

const mercator = {
  up: (lat) => Math.log(Math.tan((45 + lat / 2) * RADIANS)) / RADIANS,
  lat: (up) => (2 * Math.atan(Math.exp(up * RADIANS))) / RADIANS - 90,
};
const equirectangular = { up: (lat) => lat, lat: (up) => up };

const spanOf = ([west, , east]) => (west < east ? east - west : east - west + 360);
const normal = (lon) => ((((lon + 180) % 360) + 360) % 360) - 180;

const numbersOf = (element, ...names) => names.map((name) => Number(element.getAttribute(name)));

/** Returns a name of the drawing; its position is a fraction of the width and height of the map. */
function nameOf(element, layer, [left, top, width, height]) {
  const [x, y, size] = numbersOf(element, 'x', 'y', 'font-size');
  // A town is drawn before its name.
  const mark = layer === 'towns' ? element.previousElementSibling : undefined;
  const [middleX, middleY] = mark?.localName === 'circle' ? numbersOf(mark, 'cx', 'cy') : cornerOf(mark);
  const within = (right, down) => [(right - left) / width, (down - top) / height];
  return {
    text: element.textContent,
    at: within(x, y),
    town: mark && within(middleX, middleY),
    size,
    isWater: element.getAttribute('font-style') === 'italic',
    spacing: element.getAttribute('letter-spacing') ?? '0',
    anchor: { middle: 'center', end: 'right' }[element.getAttribute('text-anchor')] ?? 'left',
  };
}

/** Returns the middle of the square of a capital, which is drawn from its upper left corner. */
const cornerOf = (mark) =>
  (mark?.getAttribute('d')?.match(/[\d.]+/g) ?? []).slice(0, 2).map((side) => Number(side) + 2.5);

/**
 * The coasts, lakes, borders and names of a map drawn by the service, with the conversion of positions to pixels of a
 * canvas.
 */
export class MapView {
  /**
   * @param svg text of `/geospatial/map.svg`, whose inner map has its projection, its box, and paths with a `data-layer`;
   * beside it are groups of names with a `data-layer`
   */
  constructor(svg) {
    // The style sheet of the drawing is removed: the Content-Security-Policy forbids it, and it is not needed.
    const image = new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml');
    const map = image.querySelector('svg > svg');
    this.box = map.dataset.bbox.split(',').map(Number);
    this.scale = map.dataset.projection === 'mercator' ? mercator : equirectangular;
    const [x, y, width, height] = map.getAttribute('viewBox').split(' ').map(Number);
    this.frame = { x, y, width, height };
    for (const layer of ['land', 'lakes', 'borders'])
      this[layer] = new Path2D(map.querySelector(`[data-layer=${layer}]`)?.getAttribute('d') ?? '');
    this.aspect = width / height;
    const inMap = numbersOf(map, 'x', 'y', 'width', 'height');
    this.names = ['names', 'towns'].flatMap((layer) =>
      Array.from(image.querySelectorAll(`[data-layer=${layer}] text`), (text) => nameOf(text, layer, inMap)),
    );
    const [, south, , north] = this.box;
    [this.bottom, this.top] = [this.scale.up(south), this.scale.up(north)];
  }

  /** Returns the pixel of a position on a canvas of this size. */
  project({ lat, lon }, width, height) {
    const [west] = this.box;
    const across = (((lon - west) % 360) + 360) % 360;
    return [(width * across) / spanOf(this.box), (height * (this.top - this.scale.up(lat))) / (this.top - this.bottom)];
  }

  /** Returns the box scaled by `factor` and moved by fractions of its size. */
  moved(factor, right = 0, up = 0) {
    const [west, , ,] = this.box;
    const span = spanOf(this.box);
    const size = Math.min(360, Math.max(MIN_SPAN, span * factor));
    if (size > 340) return [-180, -60, 180, 80];
    const centre = west + span / 2 + span * right;
    const [high, middle] = [
      ((this.top - this.bottom) * size) / span / 2,
      (this.top + this.bottom) / 2 + (this.top - this.bottom) * up,
    ];
    const [south, north] = [this.scale.lat(middle - high), this.scale.lat(middle + high)];
    const round = (degrees) => Number(degrees.toFixed(4));
    return [
      normal(centre - size / 2),
      Math.max(-MAX_LATITUDE, south),
      normal(centre + size / 2),
      Math.min(MAX_LATITUDE, north),
    ].map(round);
  }
}
