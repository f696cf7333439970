import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a Node program to its end.
 * @returns its wall time, and the CPU time of the program and of the child processes that it waited for (ms)
 */
export async function timeProcess(script: string, ...parameters: string[]): Promise<{ wall: number; cpu: number }> {
  // The `time` of bash is used because Node does not report the resource usage of a child process.
  const timed = ['-c', 'TIMEFORMAT="%R %U %S"; time "$0" "$@" >/dev/null', process.execPath, script, ...parameters];
  const child = spawn('bash', timed, { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${script} failed:\n${printed}`);
  const [real, user, system] = printed.trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number, number];
  return { wall: real * 1000, cpu: (user + system) * 1000 };
}
