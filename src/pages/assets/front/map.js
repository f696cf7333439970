import { openEntry } from './entry.js';
import { follow } from './live-stream.js';
import { drawNames } from './map-names.js';
import { MapObjects } from './map-objects.js';
import { MapView } from './map-view.js';
import { showState } from './page-dom.js';
import { drawVesselNames } from './vessel-names.js';

const PIXELS_NEAR = 14;
/** Below this width (px) the map is a square. */
const NARROW = 480;

const panel = document.getElementById('map');
const frame = panel.querySelector('.view');
const canvas = frame.querySelector('canvas');
frame.tabIndex = 0;
const area = panel.querySelector('select');
const details = panel.querySelector('output');
const objects = new MapObjects();

let box = area.value.split(',').map(Number);
let view;
let selected;
/** Controller that ends the display of the present box. */
let shown;

/** Returns a color variable of the style sheet in the current color scheme, in a form that a canvas accepts. */
function color(name) {
  canvas.style.color = `var(--${name})`;
  return getComputedStyle(canvas).color;
}

function draw() {
  if (view === undefined) return;
  const [width, height, dots] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio];
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(height * dots)];
  }
  const context = canvas.getContext('2d');
  const { frame } = view;
  context.setTransform(dots, 0, 0, dots, 0, 0);
  context.fillStyle = color('sea');
  context.fillRect(0, 0, width, height);
  context.save();
  const scale = width / frame.width;
  context.scale(scale, height / frame.height);
  context.translate(-frame.x, -frame.y);
  context.fillStyle = color('land');
  context.fill(view.land, 'evenodd');
  context.strokeStyle = color('coast');
  context.lineWidth = 0.8 / scale;
  context.stroke(view.land);
  context.fillStyle = color('sea');
  context.fill(view.lakes, 'evenodd');
  context.stroke(view.lakes);
  context.strokeStyle = color('border');
  context.stroke(view.borders);
  context.restore();
  const colors = Object.fromEntries(
    ['vessels', 'aircraft', 'events', 'sea', 'land', 'text', 'water-name', 'place-name'].map((name) => [
      name,
      color(name),
    ]),
  );
  const taken = drawNames(context, view.names, { width, height, colors });
  objects.draw(context, (position) => view.project(position, width, height), { colors, selected });
  canvas.dataset.names = drawVesselNames(context, objects.all, { taken, width, height, colors });
}

let frameAsked = false;
/** Draws in the next animation frame; several calls before it draw only once. */
function redraw() {
  if (frameAsked) return;
  frameAsked = true;
  requestAnimationFrame(() => {
    frameAsked = false;
    draw();
  });
}

function showCounts() {
  for (const [layer, count] of Object.entries(objects.counts))
    panel.querySelector(`.legend .${layer} b`).textContent = count.toLocaleString('en');
  panel.querySelector('.badge').hidden = !objects.hasSimulated;
}

function select(object) {
  selected = object;
  details.textContent = object?.text ?? 'Point at an object for its name; click or tap it to open it.';
  redraw();
}

const kinds = { vessels: 'vessel', aircraft: 'aircraft', events: 'place-event' };

/** Opens the entry of an object of the map. */
function openObject({ key, layer }) {
  openEntry(kinds[layer], key.slice(layer.length + 1));
}

/** Loads the coasts as a drawing without objects, over which the moving objects are drawn. */
async function loadView(session, signal) {
  const width = Math.min(2000, Math.max(320, canvas.clientWidth + 32));
  const height = Math.min(1200, canvas.clientWidth / (canvas.clientWidth < NARROW ? 1 : 1.55) + 100);
  const response = await session.fetch(
    `/geospatial/map.svg?bbox=${box}&layer=pins&width=${Math.round(width)}&height=${Math.round(height)}`,
    { signal },
  );
  view = new MapView(await response.text());
  canvas.style.aspectRatio = view.aspect;
  canvas.dataset.box = view.box;
}

function onEvent({ type, data }) {
  if (type === 'reset') objects.clear();
  else if (type !== 'current') objects.take(type, data);
  else {
    if (selected !== undefined) select(objects.find(selected.key));
    showCounts();
    redraw();
    canvas.dataset.at = data.at;
  }
}

/** Shows the current box until another one is shown, or the signal aborts. @throws ApiError */
async function show(session, signal) {
  shown?.abort();
  shown = new AbortController();
  const both = AbortSignal.any([signal, shown.signal]);
  try {
    if (view === undefined) details.textContent = 'Drawing the map …';
    await loadView(session, both);
    objects.clear();
    showCounts();
    select(selected);
    const bbox = view.box.map((degrees) => degrees.toFixed(4));
    await follow(session, `/geospatial/stream?bbox=${bbox}`, {
      signal: both,
      onEvent,
      onState: (state, error) => showState(panel, state, error),
    });
  } catch (error) {
    if (!both.aborted) throw error;
  }
}

export function clearMap() {
  objects.clear();
  select(undefined);
}

/** Shows the map and reacts to its controls until the signal aborts. */
export async function runMap(session, signal) {
  const go = (to) => {
    if (to === undefined) return;
    box = to;
    select(undefined);
    show(session, signal).catch((error) => showState(panel, 'failed', error));
  };
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal });
  const move = (...by) => view && go(view.moved(...by));
  on(area, 'change', () => go(area.value.split(',').map(Number)));
  for (const button of panel.querySelectorAll('button')) on(button, 'click', () => move(Number(button.value)));
  const keys = {
    ArrowLeft: [1, -0.3, 0],
    ArrowRight: [1, 0.3, 0],
    ArrowUp: [1, 0, 0.3],
    ArrowDown: [1, 0, -0.3],
    '+': [0.5],
    '-': [2],
  };
  on(frame, 'keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in keys) move(...keys[event.key]);
    else if (event.key === 'n' || event.key === 'N') select(objects.after(selected));
    else if (event.key === 'Enter' && selected !== undefined) openObject(selected);
    else return;
    event.preventDefault();
  });
  let from;
  on(canvas, 'pointerdown', (event) => {
    from = event;
    canvas.setPointerCapture(event.pointerId);
  });
  on(canvas, 'pointerup', (event) => {
    const [right, up] = [
      (from.offsetX - event.offsetX) / canvas.clientWidth,
      (event.offsetY - from.offsetY) / canvas.clientHeight,
    ];
    from = undefined;
    if (Math.hypot(right, up) > 0.02) return move(1, right, up);
    // A touch sends no pointer movement before the tap, so the object is looked up again here.
    const near = objects.nearest(event.offsetX, event.offsetY, PIXELS_NEAR);
    if (near === undefined) return;
    select(near);
    openObject(near);
  });
  on(canvas, 'dblclick', (event) =>
    move(0.5, event.offsetX / canvas.clientWidth - 0.5, 0.5 - event.offsetY / canvas.clientHeight),
  );
  on(canvas, 'pointermove', (event) => from || select(objects.nearest(event.offsetX, event.offsetY, PIXELS_NEAR)));
  on(matchMedia('(prefers-color-scheme: dark)'), 'change', redraw);
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);
  on(signal, 'abort', () => observer.disconnect());
  await show(session, signal);
  await new Promise((resolve) => on(signal, 'abort', resolve));
}
