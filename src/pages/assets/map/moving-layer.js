/** Size of a symbol (px) at zoom levels 1, 6 and 11. */
const SIZES = [
  [1, 7.2],
  [6, 11.2],
  [11, 16],
];
/** Length of a symbol in the texture (px). */
const CELL = 64;
/** Numbers of an object in the buffer: where it comes from, where it goes, and how it looks. */
const STRIDE = 12;
const [FROM, TO, STARTED, ANGLE, SYMBOL, OPACITY] = [0, 4, 8, 9, 10, 11];
/** A glide whose longest way is shorter (px) is not drawn frame by frame. */
const MIN_GLIDE_PX = 0.5;
/** Interval between the frames of a glide (ms), 30 frames a second. */
const FRAME_MS = 33;

// Positions are pairs of floats, the second one holding what the first one cannot: a single float is too coarse from
// zoom level 14. The center of the map is subtracted first. A symbol is one point and is turned within it: without a
// graphics card, instances of a rectangle would take eight times as long.
const VERTEX = `#version 300 es
uniform mat4 u_matrix;
uniform vec4 u_center;
uniform float u_now, u_seconds, u_size, u_turn, u_bearing;
in vec4 a_from, a_to, a_look;
flat out vec4 v_look;
void main() {
  float part = u_seconds > 0.0 ? clamp((u_now - a_look.x) / u_seconds, 0.0, 1.0) : 1.0;
  vec2 start = (a_from.xy - u_center.xy) + (a_from.zw - u_center.zw);
  vec2 end = (a_to.xy - u_center.xy) + (a_to.zw - u_center.zw);
  gl_Position = u_matrix * vec4(mix(start, end, part) + vec2(u_turn, 0.0), 0.0, 1.0);
  gl_PointSize = u_size;
  float angle = a_look.y - u_bearing;
  v_look = vec4(cos(angle), sin(angle), a_look.zw);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D u_symbols;
uniform vec3 u_color;
flat in vec4 v_look;
out vec4 color;
void main() {
  vec2 offset = gl_PointCoord - 0.5;
  vec2 place = vec2(offset.x * v_look.x + offset.y * v_look.y, offset.y * v_look.x - offset.x * v_look.y) + 0.5;
  // The corners of the point are outside the symbol, which is within the circle around its center.
  float alpha = texture(u_symbols, vec2((clamp(place.x, 0.0, 1.0) + v_look.z) / 2.0, place.y)).a * v_look.w;
  color = vec4(u_color * alpha, alpha);
}`;

/** Returns a position in Web Mercator, from 0 in the north-west to 1. */
export const mercatorOf = (lon, lat) => {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return [(lon + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
};

/**
 * A layer of the map that draws many moving symbols with one call. A symbol glides from its previous position to a new
 * one on the graphics card, so that a frame costs the page the same for one object and for twenty thousand.
 */
export class MovingLayer {
  type = 'custom';
  renderingMode = '2d';
  isShown = true;
  /** Duration of a glide (s); 0: symbols jump. */
  glideSeconds = 1;
  #numbers = new Float32Array(STRIDE * 1024);
  /** Object of each row of `#numbers`; an object has its row in `row`. */
  #objects = [];
  #isDirty = true;
  #glide = { until: 0, way: 0 };
  #map;
  #shape;
  #color = [0, 0, 0];
  #scale;
  #resources;
  #nextFrame;

  /**
   * @param shape draws the symbol of an object that moves north on a 2D canvas, within 32 × 32 units around the origin
   */
  constructor(id, { shape, scale }) {
    this.id = id;
    this.#shape = shape;
    this.#scale = scale;
  }

  /** @param color `rgb(r, g, b)` */
  set color(color) {
    this.#color = color
      .match(/[\d.]+/g)
      .slice(0, 3)
      .map((part) => Number(part) / 255);
  }

  /**
   * Adds an object, or moves it to its new position.
   * @param object has `x` and `y` in Web Mercator, `course` in degrees or undefined at rest, and `stale`
   */
  place(object) {
    const now = performance.now() / 1000;
    const isNew = object.row === undefined;
    if (isNew) {
      object.row = this.#objects.length;
      this.#objects.push(object);
      if (this.#numbers.length < this.#objects.length * STRIDE) this.#grow();
    }
    const at = object.row * STRIDE;
    const numbers = this.#numbers;
    if (isNew) this.#write(at + FROM, object.x, object.y);
    else this.#start(at, object, now);
    this.#write(at + TO, object.x, object.y);
    numbers[at + ANGLE] = ((object.course ?? 0) * Math.PI) / 180;
    numbers[at + SYMBOL] = object.course === undefined ? 1 : 0;
    numbers[at + OPACITY] = object.stale ? 0.45 : 1;
    this.#isDirty = true;
  }

  /** Removes an object; the last one moves to its row. */
  remove(object) {
    const last = this.#objects.pop();
    if (last !== object) {
      this.#numbers.copyWithin(object.row * STRIDE, last.row * STRIDE, (last.row + 1) * STRIDE);
      last.row = object.row;
      this.#objects[last.row] = last;
    }
    object.row = undefined;
    this.#isDirty = true;
  }

  /** Requests a frame if objects have changed since the last one. */
  refresh() {
    if (this.#isDirty && this.isShown) this.#map?.triggerRepaint();
  }

  onAdd(map) {
    this.#map = map;
    this.#isDirty = true;
  }

  onRemove(_map, gl) {
    if (this.#resources !== undefined) {
      const { program, buffer, texture, vertices } = this.#resources;
      gl.deleteProgram(program);
      gl.deleteBuffer(buffer);
      gl.deleteTexture(texture);
      gl.deleteVertexArray(vertices);
    }
    this.#resources = undefined;
    this.#map = undefined;
  }

  render(gl, { defaultProjectionData: { mainMatrix } }) {
    if (!this.isShown || this.#objects.length === 0) return;
    // The resources are created while a frame is drawn, because MapLibre then restores its own state afterwards.
    this.#resources ??= createResources(gl, symbolsOf(this.#shape));
    const { program, buffer, texture, vertices, uniforms } = this.#resources;
    const now = performance.now() / 1000;
    gl.useProgram(program);
    gl.bindVertexArray(vertices);
    if (this.#isDirty) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, this.#numbers.subarray(0, this.#objects.length * STRIDE), gl.DYNAMIC_DRAW);
      this.#isDirty = false;
    }
    const map = this.#map;
    const { lng, lat } = map.getCenter();
    const [x, y] = mercatorOf(lng, lat);
    gl.uniformMatrix4fv(uniforms.u_matrix, false, around(mainMatrix, x, y));
    gl.uniform4f(uniforms.u_center, Math.fround(x), Math.fround(y), x - Math.fround(x), y - Math.fround(y));
    gl.uniform1f(uniforms.u_now, now);
    gl.uniform1f(uniforms.u_seconds, this.glideSeconds);
    gl.uniform1f(uniforms.u_size, this.#scale * sizeAt(map.getZoom()) * map.getPixelRatio());
    gl.uniform1f(uniforms.u_bearing, (map.getBearing() * Math.PI) / 180);
    gl.uniform3fv(uniforms.u_color, this.#color);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(uniforms.u_symbols, 0);
    // The objects are drawn in every visible copy of the world.
    const bounds = map.getBounds();
    const [first, last] = [bounds.getWest(), bounds.getEast()].map((degrees) => Math.floor((degrees + 180) / 360));
    for (let turn = first; turn <= last; turn += 1) {
      gl.uniform1f(uniforms.u_turn, turn);
      gl.drawArrays(gl.POINTS, 0, this.#objects.length);
    }
    gl.bindVertexArray(null);
    if (now < this.#glide.until && this.#glide.way * 512 * 2 ** map.getZoom() > MIN_GLIDE_PX) this.#drawAgain();
  }

  /** Starts a glide from the position at which the symbol is now. */
  #start(at, { x, y }, now) {
    const numbers = this.#numbers;
    const part = this.glideSeconds > 0 ? Math.min(1, (now - numbers[at + STARTED]) / this.glideSeconds) : 1;
    const between = (axis) => {
      const start = numbers[at + FROM + axis] + numbers[at + FROM + axis + 2];
      const end = numbers[at + TO + axis] + numbers[at + TO + axis + 2];
      return start + (end - start) * part;
    };
    let shownX = between(0);
    const shownY = between(1);
    // A glide across the antimeridian takes the shorter way.
    if (Math.abs(x - shownX) > 0.5) shownX += Math.sign(x - shownX);
    this.#write(at + FROM, shownX, shownY);
    numbers[at + STARTED] = now;
    if (now > this.#glide.until) this.#glide.way = 0;
    this.#glide.way = Math.max(this.#glide.way, Math.abs(x - shownX), Math.abs(y - shownY));
    this.#glide.until = now + this.glideSeconds;
  }

  #write(at, x, y) {
    const numbers = this.#numbers;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = x - numbers[at];
    numbers[at + 3] = y - numbers[at + 1];
  }

  #grow() {
    const numbers = new Float32Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  #drawAgain() {
    if (this.#nextFrame !== undefined) return;
    this.#nextFrame = setTimeout(() => {
      this.#nextFrame = undefined;
      this.#map?.triggerRepaint();
    }, FRAME_MS - 10);
  }
}

/** Returns the matrix for positions relative to a point. It is computed in doubles, in which no digit is lost. */
function around(matrix, x, y) {
  const moved = Float64Array.from(matrix);
  for (let row = 0; row < 4; row += 1) moved[12 + row] += matrix[row] * x + matrix[4 + row] * y;
  return Float32Array.from(moved);
}

function sizeAt(zoom) {
  const after = SIZES.findIndex(([level]) => zoom < level);
  if (after === 0) return SIZES[0][1];
  if (after < 0) return SIZES.at(-1)[1];
  const [[low, small], [high, large]] = [SIZES[after - 1], SIZES[after]];
  return small + ((large - small) * (zoom - low)) / (high - low);
}

/** Returns a canvas with the symbol of a moving object on the left and that of one at rest on the right. */
function symbolsOf(shape) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * CELL, height: CELL });
  const context = canvas.getContext('2d');
  for (const [index, draw] of [shape, (still) => still.arc(0, 0, 7, 0, 2 * Math.PI)].entries()) {
    context.setTransform(CELL / 32, 0, 0, CELL / 32, (index + 0.5) * CELL, CELL / 2);
    context.beginPath();
    draw(context);
    context.fill();
  }
  return canvas;
}

/** Creates the program, the buffer and the texture of a layer. */
function createResources(gl, symbols) {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  const [buffer, vertices, texture] = [gl.createBuffer(), gl.createVertexArray(), gl.createTexture()];
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [name, offset] of [
    ['a_from', FROM],
    ['a_to', TO],
    ['a_look', STARTED],
  ]) {
    const index = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, 4, gl.FLOAT, false, 4 * STRIDE, 4 * offset);
  }
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, symbols);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  const names = ['matrix', 'center', 'now', 'seconds', 'size', 'turn', 'bearing', 'symbols', 'color'];
  const uniforms = Object.fromEntries(names.map((name) => [`u_${name}`, gl.getUniformLocation(program, `u_${name}`)]));
  return { program, buffer, texture, vertices, uniforms };
}
