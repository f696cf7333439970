import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startBareProcess } from '../support/bare-process.js';
import { dataDirectory } from '../support/service-process.js';

/** Returns the messages of a rejected start. @throws if the start created anything in the data directory */
async function refusal(t: ExecutionContext, variables: Record<string, string>): Promise<string> {
  const directory = dataDirectory(t);
  const service = startBareProcess(t, { SVC_DATA_DIR: directory, SVC_PORT: '0', ...variables });
  service.listening.catch(() => undefined);
  t.is(await service.exited, 1, service.output());
  t.deepEqual(readdirSync(directory), [], 'nothing is created');
  t.notRegex(service.output(), /\n\s+at /);
  return service.output();
}

test('a port in use is reported before anything is created, with the setting', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.teardown(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  t.regex(await refusal(t, { SVC_PORT: String(port) }), new RegExp(`Port ${port} is in use; set SVC_PORT`));
});

test('a host that is not an address of this machine is reported before anything is created', async (t) => {
  t.regex(
    await refusal(t, { SVC_HOST: '192.0.2.1' }),
    /SVC_HOST is 192\.0\.2\.1, which is not an address of this machine/,
  );
  t.regex(
    await refusal(t, { SVC_HOST: 'watchfloor.invalid' }),
    /SVC_HOST is watchfloor\.invalid, which cannot be resolved/,
  );
});

test('a malformed source is reported before anything is created', async (t) => {
  t.regex(await refusal(t, { SVC_AIS_SOURCES: 'simulator,ftp://nowhere' }), /SVC_AIS_SOURCES, source 2/);
});

test('the error of an unusable data directory names the part of its path that is not a directory', async (t) => {
  const file = join(dataDirectory(t), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')])
    t.regex(
      await refusal(t, { SVC_DATA_DIR: path }),
      new RegExp(`SVC_DATA_DIR is ${path}, and ${file} is not a directory`),
    );
});
