const FONT = 'system-ui, sans-serif';

/**
 * Draws the names of a view, and its towns, below the objects.
 * @param names as in `MapView.names`
 * @returns the boxes of the names: `[left, top, right, bottom]` (px)
 */
export function drawNames(context, names, { width, height, colors }) {
  const boxes = [];
  context.save();
  context.lineJoin = 'round';
  for (const { text, at, town, size, isWater, spacing, anchor } of names) {
    context.fillStyle = colors[isWater ? 'water-name' : 'place-name'];
    if (town !== undefined) {
      context.beginPath();
      context.arc(town[0] * width, town[1] * height, 2, 0, 2 * Math.PI);
      context.fill();
    }
    context.font = `${isWater ? 'italic ' : ''}${size}px ${FONT}`;
    context.letterSpacing = `${spacing}px`;
    context.textAlign = anchor;
    context.strokeStyle = colors[isWater ? 'sea' : 'land'];
    context.lineWidth = size / 4;
    const [x, y] = [at[0] * width, at[1] * height];
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    const { actualBoundingBoxLeft: before, actualBoundingBoxRight: after } = context.measureText(text);
    boxes.push([x - before, y - 0.8 * size, x + after, y + 0.2 * size]);
  }
  context.restore();
  return boxes;
}
