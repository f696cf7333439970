import { docstring, HEADER, pascal, quoted } from './python.js';

/** Returns the name of the exception of a code: `not_found` → `NotFoundError`, `internal_error` → `InternalError`. */
const classOf = (code) => `${pascal(code.replace(/_error$/, ''))}Error`;

/** Writes an exception for each code of a problem. */
export function errorsModule({ components }) {
  const codes = components.schemas.Problem.properties.code.enum;
  const classes = codes.map(
    (code) => `class ${classOf(code)}(Problem):\n${docstring('    ', [`A problem with the code \`${code}\`.`])}`,
  );
  return `${HEADER}"""One exception for each code of a problem."""

from __future__ import annotations

from ._problem import Problem

${classes.join('\n\n')}

BY_CODE: dict[str, type[Problem]] = {
${codes.map((code) => `    ${quoted(code)}: ${classOf(code)},\n`).join('')}}
`;
}
