import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Service } from 'typedi';
import { ServiceConfig } from '../../../config/service-config.js';

export interface FirstCredentials {
  email: string;
  password: string;
}

/**
 * The file that keeps the generated password of the first operator until that operator has signed in, because a printed
 * password can scroll away. Its mode is 600.
 */
@Service()
export class FirstOperatorFile {
  readonly path: string;

  constructor(service: ServiceConfig) {
    this.path = service.dataFile('first-operator');
  }

  /** Reads the credentials; undefined if there is no file. */
  read(): FirstCredentials | undefined {
    try {
      const [email, password] = readFileSync(this.path, 'utf8').split('\n');
      return email && password ? { email, password } : undefined;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  /** Writes the file and flushes it to disk, so that no account is created whose password could be lost. */
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

  /** Deletes the file if it contains the password of this account, which has now been used. */
  used(email: string): void {
    if (this.read()?.email === email) rmSync(this.path, { force: true });
  }
}
