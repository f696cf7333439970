import { Service } from 'typedi';
import { FlowRepository } from './flow.repository.js';

/** Deletes flows that have expired. */
@Service()
export class FlowCleanupService {
  constructor(private readonly flows: FlowRepository) {}

  removeExpired(): Promise<void> {
    return this.flows.removeExpired();
  }
}
