import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { type Command, type Invocation, UsageError, wordsOf } from '../commands/command.js';
import { projectRoot } from '../config/version.js';
import { Description } from './description.js';

/** A command of one or two words, with its options. */
interface Completed {
  words: string[];
  summary: string;
  options: string[];
}

interface Contents {
  commands: Completed[];
  operations: Array<{ id: string; summary: string }>;
}

/** Returns a text in single quotes, valid in all three shells. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bash({ commands, operations }: Contents): string {
  const first = [...new Set(commands.map(({ words }) => words[0] as string))];
  const families = first.filter((word) => commands.some(({ words }) => words[0] === word && words.length > 1));
  const second = (word: string) =>
    commands.flatMap(({ words: [one, two] }) => (one === word && two !== undefined ? [two] : []));
  const options = (word: string) =>
    [...new Set(commands.filter(({ words }) => words[0] === word).flatMap((command) => command.options))].sort();
  return `# bash completion of watchfloor: source it, or write it to ~/.local/share/bash-completion/completions/watchfloor
_watchfloor() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" = 1 ]; then words=${quoted([...first, '--help', '--version'].join(' '))}
  elif [[ $word == -* ]]; then
    case \${COMP_WORDS[1]} in
${first.map((word) => `      ${word}) words=${quoted(options(word).join(' '))} ;;`).join('\n')}
    esac
  elif [ "\${COMP_WORDS[1]}" = call ]; then words=${quoted(operations.map(({ id }) => id).join(' '))}
  elif [ "$COMP_CWORD" = 2 ]; then
    case \${COMP_WORDS[1]} in
${families.map((word) => `      ${word}) words=${quoted(second(word).join(' '))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _watchfloor watchfloor
`;
}

const zsh = (contents: Contents): string => `#compdef watchfloor
# zsh completion of watchfloor: source it after compinit
autoload -U +X bashcompinit && bashcompinit
${bash(contents).split('\n').slice(1).join('\n')}`;

function fish({ commands, operations }: Contents): string {
  const lines = commands.flatMap(({ words: [one = '', two], summary, options }) => {
    const condition =
      two === undefined
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${one}; and not __fish_seen_subcommand_from ${two}`;
    const named = options.map(
      (option) => `complete -c watchfloor -n ${quoted(`__fish_seen_subcommand_from ${one}`)} -l ${option.slice(2)}`,
    );
    return [`complete -c watchfloor -f -n ${quoted(condition)} -a ${two ?? one} -d ${quoted(summary)}`, ...named];
  });
  const families = [
    ...new Set(commands.filter(({ words }) => words.length > 1).map(({ words }) => words[0] as string)),
  ];
  return `# fish completion of watchfloor: write it to ~/.config/fish/completions/watchfloor.fish
${[
  ...families.map((word) => `complete -c watchfloor -f -n __fish_use_subcommand -a ${word}`),
  ...new Set(lines),
  ...operations.map(
    ({ id, summary }) =>
      `complete -c watchfloor -f -n '__fish_seen_subcommand_from call' -a ${id} -d ${quoted(summary)}`,
  ),
].join('\n')}
`;
}

const shells: Readonly<Record<string, (contents: Contents) => string>> = { bash, zsh, fish };

/** Prints the completion script of a shell, with the operations of this version. */
export async function completion(
  { words: [shell = ''], terminal }: Invocation,
  commands: readonly Command[],
): Promise<number> {
  const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (write === undefined) throw new UsageError(`Name a shell: ${Object.keys(shells).join(', ')}.`);
  const document = JSON.parse(readFileSync(new URL('openapi.json', projectRoot), 'utf8')) as OpenApiDocument;
  terminal.out(
    write({
      commands: commands.map(({ usage, summary, options = {} }) => ({
        words: wordsOf(usage).split(' '),
        summary,
        options: Object.keys({ ...options, help: undefined }).map((name) => `--${name}`),
      })),
      operations: new Description(document).operations.map(({ operation }) => ({
        id: operation.operationId,
        summary: operation.summary,
      })),
    }),
  );
  return 0;
}
