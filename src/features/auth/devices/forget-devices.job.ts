import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { DevicesService } from './devices.service.js';

/** Removes devices that are no longer used to sign in. Idempotent. */
@Service()
export class ForgetDevicesJob implements Job {
  readonly name = 'auth.forget-devices';
  readonly everySeconds = 86_400;

  constructor(private readonly devices: DevicesService) {}

  async run(): Promise<void> {
    await this.devices.forgetUnseen();
  }
}
