/** Columns of means, and of sums of products of deviations from the means. */
interface Moments {
  meanX: Float64Array;
  meanY: Float64Array;
  xx: Float64Array;
  yy: Float64Array;
  xy: Float64Array;
}

/**
 * Means, sample standard deviations and the sample covariance of the last `size` pairs at each index; NaN where there
 * are fewer.
 */
export interface MovingMoments {
  meanX: Float64Array;
  deviationX: Float64Array;
  deviationY: Float64Array;
  covariance: Float64Array;
}

const momentsOf = (length: number): Moments => {
  const column = () => new Float64Array(length);
  return { meanX: column(), meanY: column(), xx: column(), yy: column(), xy: column() };
};

/**
 * Returns the moments from the start of each block to each index (`step` 1), or from each index to the end of its block
 * (`step` -1), by the algorithm of Welford (1962).
 */
function running(x: Float64Array, y: Float64Array, size: number, step: 1 | -1): Moments {
  const { length } = x;
  const result = momentsOf(length);
  let [count, meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let at = step === 1 ? 0 : length - 1; at >= 0 && at < length; at += step) {
    if (at % size === (step === 1 ? 0 : size - 1)) [count, meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
    count += 1;
    const [dx, dy] = [(x[at] as number) - meanX, (y[at] as number) - meanY];
    meanX += dx / count;
    meanY += dy / count;
    xx += dx * ((x[at] as number) - meanX);
    yy += dy * ((y[at] as number) - meanY);
    xy += dx * ((y[at] as number) - meanY);
    result.meanX[at] = meanX;
    result.meanY[at] = meanY;
    result.xx[at] = xx;
    result.yy[at] = yy;
    result.xy[at] = xy;
  }
  return result;
}

/** Fraction of the mean below which a deviation is a rounding error and counts as 0. */
const CONSTANT_SHARE = 1e-12;

function deviationOf(squares: number, mean: number, size: number): number {
  const deviation = Math.sqrt(squares / (size - 1));
  return deviation <= CONSTANT_SHARE * Math.abs(mean) ? 0 : deviation;
}

/**
 * Computes moments of a moving window in linear time. The pairs are divided into blocks as long as the window: a window
 * is the end of one block and the start of the next, whose moments are combined (Chan, Golub and LeVeque, 1979). No
 * value is subtracted from a sum, so that a spike leaves no error after it has left the window, and equal values have a
 * deviation of exactly 0.
 * @param size number of pairs in a window, at least 2
 */
export function movingMoments(x: Float64Array, y: Float64Array, size: number): MovingMoments {
  const { length } = x;
  const [newer, older] = [running(x, y, size, 1), running(x, y, size, -1)];
  const column = () => new Float64Array(length).fill(Number.NaN);
  const result: MovingMoments = { meanX: column(), deviationX: column(), deviationY: column(), covariance: column() };
  for (let at = size - 1; at < length; at += 1) {
    const first = at - size + 1;
    const recent = (at % size) + 1;
    let [meanX, meanY, xx, yy, xy] = [
      newer.meanX[at] as number,
      newer.meanY[at] as number,
      newer.xx[at] as number,
      newer.yy[at] as number,
      newer.xy[at] as number,
    ];
    if (recent < size) {
      const [dx, dy] = [(older.meanX[first] as number) - meanX, (older.meanY[first] as number) - meanY];
      const [share, weight] = [(size - recent) / size, (recent * (size - recent)) / size];
      meanX += dx * share;
      meanY += dy * share;
      xx += (older.xx[first] as number) + dx * dx * weight;
      yy += (older.yy[first] as number) + dy * dy * weight;
      xy += (older.xy[first] as number) + dx * dy * weight;
    }
    result.meanX[at] = meanX;
    result.deviationX[at] = deviationOf(xx, meanX, size);
    result.deviationY[at] = deviationOf(yy, meanY, size);
    result.covariance[at] = xy / (size - 1);
  }
  return result;
}
