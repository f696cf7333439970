import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { MetricSource, type Metrics } from '../../../metrics/metrics.js';

/** Outcomes of a sign-in with a password; `other` includes all other problems. */
const OUTCOMES = ['signed_in', 'mfa_required', 'invalid_credentials', 'too_many_attempts', 'other'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Counts sign-ins with a password by outcome. A guessing attack increases `invalid_credentials`. */
@Service()
export class SignInMetrics extends MetricSource {
  private readonly counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));

  register(metrics: Metrics): void {
    metrics.total(
      'watchfloor_sign_ins_total',
      'Sign-ins with a password, by outcome.',
      () => [...this.counts].map(([outcome, value]) => ({ value, labels: { outcome } })),
      ['outcome'],
    );
  }

  /** Counts the outcome of a sign-in, and returns or throws it. */
  async count<T>(signIn: Promise<T>): Promise<T> {
    try {
      const signedIn = await signIn;
      this.add('signed_in');
      return signedIn;
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined;
      this.add(OUTCOMES.find((outcome) => outcome === code) ?? 'other');
      throw error;
    }
  }

  private add(outcome: Outcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }
}
