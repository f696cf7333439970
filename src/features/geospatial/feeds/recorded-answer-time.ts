/** BaseStation: `MSG,3,1,1,4CA2D6,1,2008/11/28,14:53:50.594,…`, the receiver's local time, of which only differences are used. */
const baseStation = /^(?:MSG|SEL|ID|AIR|STA|CLK),(?:[^,]*,){5}(\d{4})\/(\d\d)\/(\d\d),(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?,/;
/** aircraft.json and the v2 APIs: `"now":1652902803.4`, in seconds or in milliseconds. */
const answer = /"now"\s*:\s*(\d{9,13}(?:\.\d{1,9})?)/;
/** Number of bytes searched at the start of a line, or at the end of a response. */
const LOOK_BYTES = 256;

/** When a line of a recording of aircraft was recorded (ms); undefined where it does not say. */
export function recordedAnswerTime(line: Buffer): number | undefined {
  const head = line.toString('latin1', 0, LOOK_BYTES);
  const parts = baseStation.exec(head);
  if (parts !== null) {
    const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [number, number, number, number, number, number];
    return Date.UTC(year, month - 1, day, hour, minute, second, Number((parts[7] ?? '0').padEnd(3, '0')));
  }
  const found = answer.exec(head) ?? answer.exec(line.toString('latin1', Math.max(0, line.length - LOOK_BYTES)));
  if (found === null) return undefined;
  const now = Number(found[1]);
  return now >= 100_000_000_000 ? now : now * 1000;
}
