/** Collects the defects of the API description, so that one failed start lists all of them. */
export class Defects {
  private readonly found = new Set<string>();

  add(defect: string): void {
    this.found.add(defect);
  }

  /** Runs a step; an error becomes a defect, prefixed by `where`. */
  attempt(step: () => void, where = ''): void {
    try {
      step();
    } catch (error) {
      this.add(`${where ? `${where}: ` : ''}${(error as Error).message}`);
    }
  }

  /** Reports the collected defects. @throws DescriptionError with all defects, if there are any */
  refuse(): void {
    if (this.found.size > 0) throw new DescriptionError([...this.found]);
  }
}

/** Thrown when the routes and DTOs cannot be described; `defects` lists the reasons, one sentence each. */
export class DescriptionError extends Error {
  constructor(readonly defects: readonly string[]) {
    super(`The API cannot be described:\n${defects.map((defect) => `  - ${defect}`).join('\n')}`);
    this.name = 'DescriptionError';
  }
}
