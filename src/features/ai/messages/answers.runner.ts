import { Service } from 'typedi';
import type { Role } from '../../../config/service-config.js';
import { Runner } from '../../../coordination/runner.js';
import { RunningAnswers } from './running-answers.service.js';

/** Ends running answers when the process stops, so that they are stored as interrupted. */
@Service()
export class AnswersRunner extends Runner {
  readonly roles: readonly Role[] = ['api', 'worker'];
  readonly stage = 'readers';

  constructor(private readonly answering: RunningAnswers) {
    super();
  }

  async start(): Promise<void> {}

  stop(): Promise<void> {
    return this.answering.stop();
  }
}
