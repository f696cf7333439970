import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Service } from 'typedi';
import { ServiceConfig } from '../../../config/service-config.js';

export interface FirstCredentials {
  email: string;
  password: string;
}

/**
 * The file that keeps the first operator's generated password, mode 600, until that operator has signed in: a password
 * that was printed once may scroll away.
 */
@Service()
export class FirstOperatorFile {
  readonly path: string;

  constructor(service: ServiceConfig) {
    this.path = service.dataFile('first-operator');
  }

  /** Undefined when there is no such file. */
  read(): FirstCredentials | undefined {
    try {
      const [email, password] = readFileSync(this.path, 'utf8').split('\n');
      return email && password ? { email, password } : undefined;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  /** Writes the file and flushes it to disk, so that no account can exist whose password was lost. */
  write({ email, password }: FirstCredentials): void {
    mkdirSync(dirname(this.path), { recursive: true });
    rmSync(this.path, { force: true });
    const file = openSync(this.path, 'wx', 0o600);
    try {
      writeSync(file, `${email}\n${password}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Removes the file when it is about this account. */
  used(email: string): void {
    if (this.read()?.email === email) rmSync(this.path, { force: true });
  }
}
