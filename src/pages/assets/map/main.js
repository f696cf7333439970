import { Details } from './details.js';
import { Fences } from './fences.js';
import { follow } from './live-stream.js';
import { AttributionControl, Map as MapView, NavigationControl, ScaleControl } from './maplibre-gl.mjs';
import { MapObjects, movingLayers } from './objects.js';
import { make, showState } from './page-dom.js';
import { Session } from './session.js';
import { addImages, styleOf } from './style.js';
import { Moment } from './time.js';

const API = '/api/v1';
/** Maximum distance of an object from a click (px). */
const NEAR = 9;
/** Interval at which changes are drawn (ms). */
const DRAW_EVERY_MS = 400;
/** Interval at which the list of objects in view is updated (ms). */
const LIST_EVERY_MS = 2_000;
/**
 * Fraction of the map's width and height by which the streamed box exceeds its edges, so that small moves need no new
 * stream.
 */
const MARGIN = 0.3;
const LISTED = 12;
/** Duration of the glide of a symbol to a new position (s): of the stream, and of a replay. */
const GLIDE_SECONDS = 1;
const REPLAY_GLIDE_SECONDS = 0.25;

const at = (id) => document.getElementById(id);
const session = new Session();
const toggles = [...document.querySelectorAll('#layers input')];
const shownLayers = () => new Set(toggles.filter(({ checked }) => checked).map(({ name }) => name));
const header = document.querySelector('header');

let token;
let map;
let objects;
let details;
let fences;
let moment;
/** Box that the stream covers, and the controller that ends the stream. */
let covered;
let streaming;
/** True while the box contains more objects than the stream sends; tiles then show counts. */
let isCrowded = false;
/** Time of the latest update of the list of objects (ms). */
let listedAt = Number.NEGATIVE_INFINITY;

/** Returns the duration of a glide (s): 0 for readers who want less motion. */
const glideSeconds = (seconds) => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : seconds);

function fail(text) {
  at('broken').textContent = text;
  at('broken').hidden = false;
}

function createMap() {
  map = new MapView({
    container: 'map',
    style: styleOf(),
    center: [8, 48],
    zoom: 3.2,
    minZoom: 0.5,
    maxZoom: 16,
    hash: true,
    renderWorldCopies: true,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    // Requests for tiles use the account's token.
    transformRequest: (url) =>
      new URL(url, location.href).pathname.startsWith(API)
        ? { url, headers: { authorization: `Bearer ${token}` } }
        : { url },
  });
  addImages(map);
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ unit: 'nautical' }), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  map.getCanvas().setAttribute('aria-label', 'Map. Arrow keys move it, plus and minus zoom.');
}

/** Returns the box of the map in degrees, enlarged by a margin; all longitudes if that box is at least 360° wide. */
function boxOf(margin = MARGIN) {
  const bounds = map.getBounds();
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  const [wide, high] = [(east - west) * margin, (north - south) * margin];
  const latitudes = [Math.max(-90, south - high), Math.min(90, north + high)];
  const turned = (lon) => ((((lon + 180) % 360) + 360) % 360) - 180;
  const isAll = east - west + 2 * wide >= 360;
  const [left, right] = isAll ? [-180, 180] : [turned(west - wide), turned(east + wide)];
  return [left, latitudes[0], right, latitudes[1]].map((degrees) => Number(degrees.toFixed(3)));
}

/** Returns true if the stream covers the visible box and, while counts are shown, is not several times as large. */
function isCovered() {
  if (covered === undefined) return false;
  const inner = boxOf(0);
  const lonIn = (lon) =>
    covered[0] <= covered[2] ? lon >= covered[0] && lon <= covered[2] : lon >= covered[0] || lon <= covered[2];
  const holds = inner[1] >= covered[1] && inner[3] <= covered[3] && lonIn(inner[0]) && lonIn(inner[2]);
  return holds && (!isCrowded || inner[3] - inner[1] > (covered[3] - covered[1]) / 3);
}

function stopStream() {
  streaming?.abort();
  streaming = undefined;
  covered = undefined;
}

/** Streams the objects of the box until the map is moved out of it. */
async function startStream() {
  stopStream();
  const controller = new AbortController();
  streaming = controller;
  covered = boxOf();
  // Objects of an earlier box stay until the state of this one is complete.
  let isComplete = false;
  objects.begin();
  const onEvent = ({ type, data }) => {
    if (controller.signal.aborted || moment.isPast) return;
    if (type === 'reset') {
      isComplete = false;
      objects.begin();
    } else if (type === 'current') {
      if (!isComplete) objects.end();
      isComplete = true;
      setCrowded(data.truncated);
      objects.draw(isDrawn);
      moment.takeTime(data.at);
      at('map').dataset.at = data.at;
    } else objects.take(type, data);
  };
  const onState = (state, error) => showState(header, state, error);
  try {
    await follow(session, `/geospatial/stream?bbox=${covered}`, { signal: controller.signal, onEvent, onState });
  } catch (error) {
    if (!controller.signal.aborted) showState(header, 'failed', error);
  }
}

/** Shows counts by tile instead of objects while there are too many of them. */
function setCrowded(crowded) {
  if (isCrowded === crowded) return;
  isCrowded = crowded;
  showLayers();
}

/** Returns true if the objects of a layer are drawn one by one. */
const isDrawn = (layer) => shownLayers().has(layer) && (layer === 'events' || !isCrowded);

function showLayers() {
  const shown = shownLayers();
  const set = (id, isShown) =>
    map.getLayer(id) && map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none');
  for (const layer of movingLayers) {
    objects.show(layer, isDrawn(layer));
    set(`${layer}-counts`, shown.has(layer) && isCrowded && !moment.isPast);
  }
  set('events', shown.has('events'));
  set('density', shown.has('density'));
  for (const id of ['ports', 'ports-names']) set(id, shown.has('ports'));
  for (const id of ['geofences', 'geofences-edge', 'geofences-names']) set(id, shown.has('geofences'));
}

/** Shows the objects of a past moment; undefined: the present. */
function showMoment(snapshot) {
  if (snapshot === undefined) {
    objects.glideSeconds = glideSeconds(GLIDE_SECONDS);
    startStream();
    showLayers();
    return;
  }
  stopStream();
  setCrowded(false);
  objects.glideSeconds = glideSeconds(REPLAY_GLIDE_SECONDS);
  objects.begin();
  for (const layer of ['vessels', 'aircraft', 'events'])
    for (const data of snapshot[layer] ?? []) objects.add(layer, data);
  objects.end();
  header.querySelector('.state').textContent = 'Past';
  header.querySelector('.state').dataset.state = 'waiting';
  showLayers();
  objects.draw(isDrawn);
  at('map').dataset.at = snapshot.at;
}

/** Draws the changes, and lists the visible objects. */
function redraw() {
  if (document.hidden) return;
  objects.draw(isDrawn);
  const { counts } = objects;
  for (const { name, parentElement } of toggles) {
    const number = parentElement.querySelector('b');
    if (number !== null) number.textContent = countText(name, counts[name]);
  }
  at('simulated').hidden = !objects.hasSimulated;
  const chosen = details.key === undefined ? undefined : objects.positionOf(details.key);
  if (chosen !== undefined) details.mark(chosen);
  if (performance.now() - listedAt > LIST_EVERY_MS) listObjects();
}

/** Returns the number of objects of a layer; a replay has no events. */
function countText(name, count) {
  if (name === 'events') return moment.isReplay ? '–' : count.toLocaleString('en');
  return isCrowded ? 'many' : count.toLocaleString('en');
}

function listObjects() {
  listedAt = performance.now();
  const list = at('objects').querySelector('ol');
  if (list.contains(document.activeElement) || details.key !== undefined) return;
  const center = map.getCenter().toArray();
  const nearest = objects.nearest(center, isDrawn, LISTED);
  at('empty').hidden = nearest.length > 0;
  at('empty').textContent = emptyText();
  const keys = nearest.map(({ key }) => key).join();
  if (list.dataset.keys === keys) return;
  list.dataset.keys = keys;
  list.replaceChildren(
    ...nearest.map(({ key, text }) => {
      const button = make('button', { type: 'button' }, text);
      button.addEventListener('click', () => choose(key));
      return make('li', {}, button);
    }),
  );
}

/** Returns the reason why the list of objects is empty. */
function emptyText() {
  if (isCrowded) return 'Too many objects to list. Zoom in to see them one by one.';
  if (moment.isPast) return 'No positions are stored for this moment and area.';
  return 'No objects in this area.';
}

function choose(key) {
  at('objects').hidden = true;
  details.show(key);
  document.querySelector('#chosen .close').focus();
}

function unchoose() {
  at('objects').hidden = false;
  listObjects();
  map.getCanvas().focus();
}

/** Returns the key of the object at a position; undefined without one. */
const keyAt = ({ lng, lat }) => objects.nearest([lng, lat], isDrawn, 1, { within: NEAR })[0]?.key;

function onClick({ lngLat }) {
  if (fences.isDrawing) return;
  const key = keyAt(lngLat);
  if (key !== undefined) choose(key);
  else if (details.key !== undefined) {
    details.close();
    at('objects').hidden = false;
  }
}

function onMove() {
  if (moment.isPast) moment.refresh();
  else if (!isCovered()) startStream();
}

/** Replaces the style of the map, after which all data must be added again. */
function renewStyle() {
  map.setStyle(styleOf(), { diff: false });
  map.once('styledata', dress);
}

function dress() {
  objects.addTo(map, isDrawn);
  showLayers();
  fences.renew();
}

async function keepToken() {
  token = await session.token();
}

async function begin() {
  await keepToken();
  try {
    createMap();
  } catch (error) {
    fail(`The map needs WebGL, which this browser does not offer: ${error.message}`);
    return;
  }
  objects = new MapObjects(map);
  objects.glideSeconds = glideSeconds(GLIDE_SECONDS);
  details = new Details(session, map, unchoose);
  fences = new Fences(session, map);
  moment = new Moment(session, { boxOf: () => boxOf(), show: showMoment });
  setInterval(() => keepToken().catch(() => {}), 20_000);
  map.on('error', ({ error }) => {
    if (error?.status === 401) keepToken().catch(() => {});
  });
  // The event `load` would wait for the tiles of the base map; objects are shown before that.
  map.once('style.load', () => {
    dress();
    fences.load().catch((error) => showState(header, 'failed', error));
    startStream();
    setInterval(redraw, DRAW_EVERY_MS);
    map.on('moveend', onMove);
    map.on('click', onClick);
    map.on('mousemove', ({ lngLat, originalEvent }) => {
      // While the map is dragged, it moves with the pointer, so that nothing new is below it.
      if (!fences.isDrawing && originalEvent.buttons === 0)
        map.getCanvas().style.cursor = keyAt(lngLat) === undefined ? '' : 'pointer';
    });
    document.documentElement.dataset.ready = 'yes';
  });
  for (const toggle of toggles) toggle.addEventListener('change', showLayers);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', renewStyle);
  // The number of an account's streams is limited, so a hidden page closes its stream and resumes it later.
  document.addEventListener('visibilitychange', () =>
    document.hidden ? stopStream() : moment.isPast || startStream(),
  );
  if (matchMedia('(max-width: 45rem)').matches) at('layers').open = false;
}

session.addEventListener('change', () => {
  at('signed-out').hidden = session.user !== undefined;
  if (session.user === undefined) stopStream();
});

session
  .restore()
  .then(() => {
    if (session.user !== undefined) return begin();
    at('signed-out').hidden = false;
    document.documentElement.dataset.ready = 'signed-out';
  })
  .catch((error) => fail(error.message));
