import { Service } from 'typedi';
import type { ProblemForm } from '../api/problem-form.js';

/** The forms of errors that operations declare, by their paths. */
@Service()
export class ProblemForms {
  private readonly forms = new Set<ProblemForm>();

  add(form: ProblemForm): void {
    this.forms.add(form);
  }

  /** Returns the form of errors of a path; undefined for problem documents. */
  of(path: string): ProblemForm | undefined {
    return [...this.forms].find(({ paths }) => paths.some((prefix) => path.startsWith(prefix)));
  }
}
