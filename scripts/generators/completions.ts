import type { Command } from 'commander';
import { PROGRAM_OPTIONS } from '../../src/cli/options.ts';
import { PREFERENCES } from '../../src/cli/preference-registry.ts';
import { optionsOf, TOPIC_NAMES } from '../../src/cli/specification.ts';
import { parseBoardKeys } from '../../src/cli/values/lists.ts';
import { allowedBy } from '../../src/cli/values/values.ts';
import { groupBy } from '../../src/lib/group-by.ts';
import { BOARD_CATALOGUE } from '../../src/market/catalogue.ts';

/** The contents of `completions/` by file name. */
export function generateCompletions(program: Command): Readonly<Record<string, string>> {
  const completions = completionsOf(program);
  return {
    'boards.bash': renderBash(completions),
    'boards.zsh': renderZsh(completions),
    'boards.fish': renderFish(completions),
    'boards.ps1': renderPowershell(completions),
  };
}

interface Word {
  readonly text: string;
  readonly description: string;
}

interface Choices {
  /** A `list` has words separated by commas. For `free`, the shell offers nothing. */
  readonly kind: 'one' | 'list' | 'file' | 'free';
  readonly words: ReadonlyArray<Word>;
}

/**
 * Maps command words (`config set`) to their arguments, the words with a dash (`config set -`) to their
 * options, and the words with a flag (`config set --timeout`) to its values.
 */
type Completions = ReadonlyMap<string, Choices>;

/** These options take a value and can precede a command. */
const BEFORE_COMMANDS = PROGRAM_OPTIONS.flatMap(({ required, long }) => (required && long ? [long] : []));

const FREE: Choices = { kind: 'free', words: [] };
const one = (words: ReadonlyArray<Word>): Choices => ({ kind: 'one', words });
const words = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== '').join(' ');

export function completionsOf(program: Command): Completions {
  const usual = program.commands.filter((command) => command.name() === program.name());
  return new Map([
    ...usual.flatMap((command) => choicesAt('', command, one(program.commands.map(wordOf)))),
    ...program.commands.flatMap((command) => choicesOf(command)),
  ]);
}

type Entry = readonly [string, Choices];

/** Includes subcommands. The values for `config set` depend on the preference. */
function choicesOf(command: Command, before = ''): ReadonlyArray<Entry> {
  const path = words(before, command.name());
  const preferences = path === 'config set' ? PREFERENCES : [];
  return [
    ...choicesAt(path, command, followsOf(command)),
    ...preferences.flatMap(({ id, parse }) => choicesAt(`${path} ${id}`, command, choicesBy(parse))),
    ...command.commands.flatMap((child) => choicesOf(child, path)),
  ];
}

function choicesAt(path: string, command: Command, follows: Choices): ReadonlyArray<Entry> {
  const options = optionsOf(command).flatMap((option) =>
    [option.short, option.long].flatMap((flag) => (flag === undefined ? [] : [{ flag, option }])),
  );
  // The help explains a second option on the same line, as in `; --no-plain: tables in a pipe`.
  const flags = options.map(({ flag, option: { description } }) => ({
    text: flag,
    description: description.replace(/; -.*/, ''),
  }));
  return [
    [path, follows],
    [words(path, '-'), one(flags)],
    ...options
      .filter(({ option }) => option.required)
      .map(({ flag, option }): Entry => [words(path, flag), choicesBy(option.parseArg)]),
  ];
}

function wordOf(command: Command): Word {
  return { text: command.name(), description: command.description() };
}

function followsOf(command: Command): Choices {
  const { commands, parent, registeredArguments } = command;
  const [argument] = registeredArguments;
  if (commands.length > 0) return one(commands.map(wordOf));
  if (command.name() === 'help') {
    const known = (parent?.commands ?? []).map(wordOf);
    // `boards` is both a command and a topic.
    const topics = TOPIC_NAMES.filter((topic) => known.every(({ text }) => text !== topic));
    return one([...known, ...topics.map((text) => ({ text, description: '' }))]);
  }
  const isFile = argument?.name().includes('file') === true;
  return isFile ? { kind: 'file', words: [] } : choicesBy(argument?.parseArg);
}

function choicesBy(parse: unknown): Choices {
  const allowed = allowedBy(parse);
  if (allowed === null || allowed.words.length === 0) return FREE;
  const boards = allowed === parseBoardKeys.allowed ? BOARD_CATALOGUE : [];
  const describe = (word: string) => boards.find(({ key }) => key === word)?.ranksOn ?? '';
  const offered = allowed.words.map((text) => ({ text, description: describe(text) }));
  return { kind: allowed.isList === true ? 'list' : 'one', words: offered };
}

/** Groups the keys with equal choices, so that each script lists these choices once. */
function grouped(completions: Completions): ReadonlyArray<readonly [ReadonlyArray<string>, Choices]> {
  const groups = groupBy(completions, ([, choices]) => JSON.stringify(choices));
  return [...groups.values()].map((entries) => [entries.map(([key]) => key), entries[0]?.[1] ?? FREE]);
}

/** Supports bash 3.2 (the version of macOS) or later, and needs no bash-completion package. */
const renderBash = (completions: Completions): string =>
  `# bash completion for boards. Generated by \`npm run completions\`; do not edit.

${shared(completions, ({ text }) => text)}
_boards() {
  local IFS=$' \\t\\n' word prefix= kind= cur=\${COMP_WORDS[COMP_CWORD]}
  local -a choices
  COMPREPLY=()
  [[ $cur == = ]] && cur=
  _boards_find "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  # compopt needs bash 4.
  [[ $kind == file ]] && compopt -o filenames 2>/dev/null
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(case $kind in
    file) compgen -f -- "$cur" ;;
    *) compgen -W "\${choices[*]}" -P "$prefix" -- "$cur" ;;
  esac)
}

# nosort needs bash 4.4.
complete -o nosort -F _boards boards ranked-boards 2>/dev/null || complete -F _boards boards ranked-boards
`;

const renderZsh = (completions: Completions): string =>
  `#compdef boards ranked-boards
# zsh completion for boards. Generated by \`npm run completions\`; do not edit.

${shared(completions, ({ text, description }) => (description === '' ? text : `${text}:${description}`))}
_boards() {
  local prefix= kind= cur=$PREFIX
  local -a choices suffix
  _boards_find "\${(@)words[2,CURRENT-1]}"
  IPREFIX+=$prefix PREFIX=$cur
  [[ $kind == list ]] && suffix=(-qS ,)
  case $kind in
    file) _files ;;
    ?*) _describe -t values value choices $suffix ;;
  esac
}

# If autoloaded from fpath, this file is the body of the function; otherwise it is sourced.
if [[ $funcstack[1] == _boards ]]; then
  _boards "$@"
else
  compdef _boards boards ranked-boards
fi
`;

/** Renders the functions that bash and zsh share. Only zsh shows descriptions, after a colon. */
function shared(completions: Completions, choiceOf: (word: Word) => string): string {
  return `# Sets kind and choices: of what follows command words, with a dash their options, with a flag its values.
_boards_choices() {
  kind= choices=()
  case $1 in
${grouped(completions)
  .map(([keys, { kind, words }]) => {
    const choices =
      words.length === 0
        ? ''
        : `\n      choices=(\n${words.map((word) => `        ${quotePosix(choiceOf(word))}`).join('\n')}\n      )\n     `;
    return `    ${keys.map(quotePosix).join('|')}) kind=${kind}${choices} ;;`;
  })
  .join('\n')}
    *) return 1 ;;
  esac
}

# Sets kind and choices for the word cur, behind the words given. What of it stays as it is goes from cur to prefix.
_boards_find() {
  local word place= before= colon=
  local -a kept
  for word in "$@"; do
    # Readline splits --option=value at the equals sign, and an address at its colons.
    [[ $word == = ]] && continue
    if [[ $word == : || -n $colon ]]; then
      [[ $word == : ]] && colon=1 || colon=
      continue
    fi
    if [[ $before == -* ]] && _boards_choices "\${place:+$place }$before"; then
      # Behind the value of an option, the same may follow as behind an option.
      [[ -n $place || ' ${BEFORE_COMMANDS.join(' ')} ' == *" $before "* ]] && before=-- || before=$word
      continue
    fi
    before=$word
    _boards_choices "\${place:+$place }$word -" && place="\${place:+$place }$word"
  done
  if [[ $cur == --*=* ]]; then
    before=\${cur%%=*}
    prefix=$before= cur=\${cur#*=}
  fi
  if [[ $before == -* ]] && _boards_choices "\${place:+$place }$before"; then
    :
  elif [[ $cur == -* ]]; then
    _boards_choices "\${place:+$place }-"
  elif [[ $before == -* || $before == "\${place##* }" ]]; then
    _boards_choices "$place"
  else
    kind= choices=()
  fi
  if [[ $kind == list && $cur == *,* ]]; then
    for word in "\${choices[@]}"; do
      [[ ",\${cur%,*}," == *",\${word%%:*},"* ]] || kept+=("$word")
    done
    choices=("\${kept[@]}") prefix+=\${cur%,*}, cur=\${cur##*,}
  fi
}
`;
}

function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Supports fish 3.1 or later. */
function renderFish(completions: Completions): string {
  return `# fish completion for boards. Generated by \`npm run completions\`; do not edit.

# Prints a kind, and words with their descriptions: of what follows command words, with a dash their options, with a flag its values.
function __boards_choices
    switch $argv[1]
${grouped(completions)
  .map(([keys, { kind, words }]) => {
    const lines = [kind, ...words.map(lineOf)].map(quoteFish).join(' \\\n                ');
    return `        case ${keys.map(quoteFish).join(' ')}\n            printf '%s\\n' ${lines}`;
  })
  .join('\n')}
    end
end

# Prints what completes the command line.
function __boards_complete
    set -l place ''
    set -l before ''
    for word in (commandline -opc)[2..-1]
        if string match -q -- '-*' "$before"; and count (__boards_choices (string trim -- "$place $before")) >/dev/null
            # Behind the value of an option, the same may follow as behind an option.
            if test -n "$place"; or contains -- $before ${BEFORE_COMMANDS.join(' ')}
                set before --
            else
                set before $word
            end
            continue
        end
        set before $word
        set -l next (string trim -- "$place $word")
        count (__boards_choices "$next -") >/dev/null; and set place $next
    end
    set -l current (commandline -ct)
    set -l head ''
    set -l parts (string match -r -- '^(--[^=]*)=(.*)' "$current")
    and set before $parts[2]
    and set head "$parts[2]="
    and set current "$parts[3]"
    set -l choices
    if string match -q -- '-*' "$before"
        set choices (__boards_choices (string trim -- "$place $before"))
    end
    if not set -q choices[1]
        if string match -q -- '-*' "$current"
            set choices (__boards_choices (string trim -- "$place -"))
        else if string match -q -- '-*' "$before"; or test "$before" = (string split ' ' -- $place)[-1]
            set choices (__boards_choices $place)
        end
    end
    switch "$choices[1]"
        case file
            complete -C "'' $current"
        case list
            # The words that are not in the list yet, each behind the list.
            set -l list (string match -r -- '.*,' "$current")
            for choice in $choices[2..-1]
                contains -- (string split -m 1 \\t -- $choice)[1] (string split , -- "$list"); or echo "$head$list$choice"
            end
        case one
            for choice in $choices[2..-1]
                echo "$head$choice"
            end
    end
end

complete -c boards -f -k -a '(__boards_complete)'
complete -c ranked-boards -w boards
`;
}

function lineOf({ text, description }: Word): string {
  return description === '' ? text : `${text}\t${description}`;
}

function quoteFish(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Supports PowerShell 5.1 and 7. */
function renderPowershell(completions: Completions): string {
  return `# PowerShell completion for boards. Generated by \`npm run completions\`; do not edit.

Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # What may follow command words; with a dash their options, with a flag its values.
    $groups = @(
${grouped(completions).map(groupOf).join('\n')}
    )
    $find = { param($key) $groups | Where-Object { $_.For -ccontains $key } | Select-Object -First 1 }

    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $line = @($commandAst.ToString().PadRight($length).Substring(0, $length) -split '\\s+')
    $current = $line[-1]
    $place = ''
    $last = ''
    foreach ($word in ($line | Select-Object -Skip 1 | Select-Object -SkipLast 1)) {
        if ($last.StartsWith('-') -and (& $find ("$place $last".Trim()))) {
            # Behind the value of an option, the same may follow as behind an option.
            $last = if ($place -or ${arrayOf(BEFORE_COMMANDS)} -ccontains $last) { '--' } else { $word }
            continue
        }
        $last = $word
        $next = "$place $word".Trim()
        if (& $find "$next -") { $place = $next }
    }

    $before = ''
    if ($current -match '^(--[^=]+)=(.*)$') {
        $last = $Matches[1]
        $before = "$last="
        $current = $Matches[2]
    }
    $choices = $null
    if ($last.StartsWith('-')) { $choices = & $find ("$place $last".Trim()) }
    if (-not $choices) {
        if ($current.StartsWith('-')) { $choices = & $find ("$place -".Trim()) }
        elseif ($last.StartsWith('-') -or $last -eq $place.Split(' ')[-1]) { $choices = & $find $place }
    }
    if ($choices.Kind -eq 'list' -and $current.Contains(',')) {
        $head = $current.Substring(0, $current.LastIndexOf(',') + 1)
        $taken = $head.Split(',')
        $before += $head
        $current = $current.Substring($head.Length)
    }
    # PowerShell may pass only the part after the last comma.
    if (-not $wordToComplete.StartsWith($before)) { $before = '' }
    $fits = { $_.StartsWith($current, [StringComparison]::OrdinalIgnoreCase) -and $taken -notcontains $_ }
    $choices.Words | Where-Object $fits | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new("$before$_", $_, 'ParameterValue', $_)
    }
}
`;
}

function groupOf([keys, { kind, words }]: readonly [ReadonlyArray<string>, Choices]): string {
  const texts = words.map(({ text }) => text);
  return `        @{ Kind = '${kind}'; For = ${arrayOf(keys)}; Words = ${arrayOf(texts)} }`;
}

function arrayOf(words: ReadonlyArray<string>): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
