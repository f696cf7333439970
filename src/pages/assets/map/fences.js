const form = document.getElementById('fence');
const EMPTY = { type: 'FeatureCollection', features: [] };

/** Shows the geofences of the account, and lets users draw a new one. */
export class Fences {
  #session;
  #map;
  #corners = [];
  #shown = EMPTY;

  constructor(session, map) {
    this.#session = session;
    this.#map = map;
    document.getElementById('draw').addEventListener('click', () => this.#begin());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#save();
    });
    form.querySelector('[value=undo]').addEventListener('click', () => this.#undo());
    form.querySelector('[value=cancel]').addEventListener('click', () => this.#end());
    map.on('click', ({ lngLat }) => this.isDrawing && this.#add([lngLat.lng, lngLat.lat]));
    map.getCanvas().addEventListener('keydown', (event) => {
      if (!this.isDrawing) return;
      const { lng, lat } = map.getCenter();
      if (event.key === 'Enter') this.#add([lng, lat]);
      else if (event.key === 'Backspace') this.#undo();
      else if (event.key === 'Escape') this.#end();
      else return;
      event.preventDefault();
    });
  }

  get isDrawing() {
    return !form.hidden;
  }

  async load() {
    const response = await this.#session.fetch('/geospatial/geofences?limit=200', {
      headers: { accept: 'application/geo+json' },
    });
    this.#shown = await response.json();
    this.renew();
  }

  /** Restores the geofences on the map after its style was replaced. */
  renew() {
    this.#map.getSource('geofences')?.setData(this.#shown);
    this.#draw();
  }

  #begin() {
    this.#corners = [];
    form.hidden = false;
    form.querySelector('.error').textContent = '';
    this.#map.getCanvas().focus();
    this.#map.getCanvas().style.cursor = 'crosshair';
  }

  #end() {
    form.hidden = true;
    form.reset();
    this.#corners = [];
    this.#map.getCanvas().style.cursor = '';
    this.#map.getCanvas().focus();
    this.#draw();
  }

  #add(corner) {
    this.#corners.push(corner.map((degrees) => Math.round(degrees * 1e6) / 1e6));
    this.#draw();
  }

  #undo() {
    this.#corners.pop();
    this.#draw();
  }

  #draw() {
    const corners = this.#corners;
    const points = corners.map((coordinates) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: {},
    }));
    const closed = corners.length > 2 ? [...corners, corners[0]] : corners;
    const line = { type: 'Feature', geometry: { type: 'LineString', coordinates: closed }, properties: {} };
    this.#map
      .getSource('drawn')
      ?.setData({ type: 'FeatureCollection', features: corners.length > 1 ? [line, ...points] : points });
  }

  async #save() {
    const error = form.querySelector('.error');
    error.textContent = '';
    if (this.#corners.length < 3) {
      error.textContent = 'Set at least three corners.';
      return;
    }
    const [first] = this.#corners;
    try {
      await this.#session.post('/geospatial/geofences', {
        name: form.elements.name.value,
        shape: { type: 'Polygon', coordinates: [[...this.#corners, first]] },
      });
      this.#end();
      await this.load();
    } catch (failure) {
      error.textContent = [failure.message, ...(failure.errors ?? []).map(({ detail }) => detail)].join(' ');
    }
  }
}
