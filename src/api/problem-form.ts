import type { Problem } from './problem.js';
import type { DtoClass } from './rules.js';

/**
 * The form of errors that another specification requires of its operations. Errors that arise before a path is known,
 * such as those of an overloaded process, are problem documents everywhere.
 */
export interface ProblemForm {
  /** Prefix of the names of the described responses. */
  name: string;
  /** Errors below these paths have the form, also if no operation has the path. */
  paths: readonly string[];
  mediaType: string;
  /** DTO of the body. */
  dto: DtoClass;
  body(problem: Problem, requestId: string): object;
}
