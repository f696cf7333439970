import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { DevicesService } from './devices.service.js';

/** Deletes devices that were not used to sign in for 180 days. Idempotent. */
@Service()
export class ForgetDevicesJob implements Job {
  readonly name = 'auth.forget-devices';
  readonly everySeconds = 86_400;

  constructor(private readonly devices: DevicesService) {}

  async run(): Promise<void> {
    await this.devices.forgetUnseen();
  }
}
