import type { Argument, Command, Option } from 'commander';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { isAllowedValues, parseBoardKeys } from '../../src/parse.ts';
import { PREFERENCES } from '../../src/settings/preferences.ts';
import { BOARD_CATALOGUE } from '../../src/vocabulary.ts';
import { renderManual } from './manual.ts';

/** The contents of `completions/` by file name: one script per shell, and the manual page. */
export function generateCompletions(program: Command): Readonly<Record<string, string>> {
  const completions = completionsOf(program);
  return {
    'boards.bash': renderBash(completions),
    'boards.zsh': renderZsh(completions),
    'boards.fish': renderFish(completions),
    'boards.ps1': renderPowershell(completions),
    'boards.1': renderManual(program),
  };
}

interface Word {
  readonly text: string;
  /** Empty if the word needs none. */
  readonly description: string;
}

/** What may stand somewhere on the command line. */
interface Choices {
  /** `list`: words separated by commas. `command`: one of the shell. `free`: nothing is offered. */
  readonly kind: 'one' | 'list' | 'command' | 'file' | 'free';
  readonly words: ReadonlyArray<Word>;
}

/** The long flags of some options, and the letters of the short ones, because `-qt` takes a value like `-t`. */
interface Flags {
  readonly long: ReadonlyArray<string>;
  readonly letters: string;
}

/** What the scripts of all shells are made from. They look for the command words, then for what follows these. */
interface Completions {
  /**
   * By command words what may follow them (`config set`), with a dash their options (`config set -`); by flag its values, by
   * command words and flag where they differ.
   */
  readonly choices: ReadonlyMap<string, Choices>;
  readonly withValue: Flags;
  /** Of the command that no word names: behind one of them, no command can follow. */
  readonly ofDefault: Flags;
}

const one = (words: ReadonlyArray<Word>): Choices => ({ kind: 'one', words });

/** The command words of a place on the command line, with what may follow. */
interface Place {
  readonly path: string;
  readonly options: ReadonlyArray<Option>;
  readonly next: Choices;
}

/** Throws if a flag takes a value in only some commands: the scripts skip values before they know the command. */
export function completionsOf(program: Command): Completions {
  const ofCommands = program.commands.flatMap((command) => placesOf(command));
  const options = ofCommands.find(({ path }) => path === program.name())?.options ?? [];
  const root = { path: '', options, next: one(program.commands.map(commandWord)) };
  const choices = new Map<string, Choices>();
  for (const { path, options, next } of [root, ...ofCommands]) {
    choices.set(path, next);
    choices.set(
      `${path} -`.trim(),
      one(
        options.flatMap((option) =>
          flagsOf(option).map((text) => ({ text, description: option.description })),
        ),
      ),
    );
    for (const option of options.filter(takesValue))
      for (const flag of flagsOf(option)) {
        const values = valuesOf(option);
        const isKnown = choices.has(flag);
        if (!isKnown || JSON.stringify(values) !== JSON.stringify(choices.get(flag)))
          choices.set(isKnown ? `${path} ${flag}` : flag, values);
      }
  }
  const all = ofCommands.flatMap((place) => place.options);
  const withValue = [...new Set(all.filter(takesValue).flatMap(flagsOf))];
  const switches = all.filter((option) => !takesValue(option)).flatMap(flagsOf);
  const ambiguous = withValue.filter((flag) => switches.includes(flag));
  if (ambiguous.length > 0) throw new Error(`${ambiguous.join(', ')} takes a value in some commands only`);
  const isShared = (flag: string) =>
    ofCommands.every((place) => place.options.flatMap(flagsOf).includes(flag));
  const own = options.flatMap(flagsOf).filter((flag) => !isShared(flag));
  return { choices, withValue: split(withValue), ofDefault: split(own) };
}

function split(flags: ReadonlyArray<string>): Flags {
  const long = flags.filter((flag) => flag.startsWith('--'));
  const short = flags.filter((flag) => !long.includes(flag));
  return { long, letters: short.map((flag) => flag.slice(1)).join('') };
}

/** A command and those below it; `config set` has a place for each preference, because its values depend on it. */
function placesOf(command: Command, before = ''): ReadonlyArray<Place> {
  const path = `${before}${command.name()}`;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const [argument] = command.registeredArguments;
  const next = command.commands.length > 0 ? one(command.commands.map(commandWord)) : followsOf(argument);
  const preferences = path === 'config set' ? PREFERENCES : [];
  return [
    { path, options, next: path === 'help' ? topics(command) : next },
    ...preferences.map(({ id, parse }) => ({
      path: `${path} ${id}`,
      options,
      next: allowedBy(parse),
    })),
    ...command.commands.flatMap((child) => placesOf(child, `${path} `)),
  ];
}

function commandWord(command: Command): Word {
  return { text: command.name(), description: command.description() };
}

function flagsOf({ short, long }: Option): ReadonlyArray<string> {
  return [short, long].filter((flag) => flag !== undefined);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function topics({ parent }: Command): Choices {
  const names = TOPIC_NAMES.map((text) => ({ text, description: '' }));
  return one([...(parent?.commands ?? []).map(commandWord), ...names]);
}

function valuesOf({ flags, parseArg }: Option): Choices {
  return flags.includes('<command>') ? { kind: 'command', words: [] } : allowedBy(parseArg);
}

function followsOf(argument: Argument | undefined): Choices {
  return argument?.name().includes('file') === true
    ? { kind: 'file', words: [] }
    : allowedBy(argument?.parseArg);
}

/** What a parser allows. */
function allowedBy(parse: unknown): Choices {
  const allowed: unknown = Object(parse).allowed;
  if (!isAllowedValues(allowed) || allowed.words.length === 0) return { kind: 'free', words: [] };
  const boards = allowed === parseBoardKeys.allowed ? BOARD_CATALOGUE : [];
  const describe = (word: string) => boards.find(({ key }) => key === word)?.ranksOn ?? '';
  const words = allowed.words.map((text) => ({ text, description: describe(text) }));
  return { kind: allowed.isList === true ? 'list' : 'one', words };
}

/** What may follow, with all keys that it has, so that each script has it once; what offers nothing is left out. */
function grouped({ choices }: Completions): ReadonlyArray<readonly [ReadonlyArray<string>, Choices]> {
  const groups = new Map<string, [Array<string>, Choices]>();
  for (const [key, each] of choices) {
    const id = JSON.stringify(each);
    const [keys] = groups.get(id) ?? [];
    if (keys === undefined) groups.set(id, [[key], each]);
    else keys.push(key);
  }
  return [...groups.values()].filter(([, { kind }]) => kind !== 'free');
}

/** The completion script for bash 3.2 (the version of macOS) or later. It does not need the bash-completion package. */
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
    command) compgen -c -P "$prefix" -- "$cur" ;;
    file) compgen -f -- "$cur" ;;
    *) compgen -W "\${choices[*]}" -P "$prefix" -- "$cur" ;;
  esac)
}

# nosort needs bash 4.4.
complete -o nosort -F _boards boards ranked-boards 2>/dev/null || complete -F _boards boards ranked-boards
`;

/** The completion script for zsh. */
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
    command) _command_names ;;
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

/** What both shells understand. Only zsh shows descriptions, behind a colon. */
function shared(completions: Completions, choiceOf: (word: Word) => string): string {
  const { withValue, ofDefault } = completions;
  return `# Sets kind and choices: of what follows command words, with a dash their options, of a flag its values.
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
  local word rest option= place= closed= given=
  local -a kept
  for word in "$@"; do
    # Readline splits --option=value at the equals sign, and 10:15 at the colon.
    [[ $word == = ]] && continue
    if [[ -n $option ]]; then
      option=
      continue
    fi
    # Behind an option of the command that no word names, no command can follow.
    case $place$word in
      -[${ofDefault.letters}]*|${ofDefault.long.flatMap((flag) => [flag, `${flag}=*`]).join('|')}) closed=yes ;;
    esac
    case $word in
      ${withValue.long.join('|')}|:) option=$word ;;
      --) closed=yes ;;
      --*) ;;
      -*)
        # The first letter that takes a value: the next word is its value if no letter follows.
        rest=\${word#"\${word%%[${withValue.letters}]*}"}
        [[ $rest == ? ]] && option=-$rest
        ;;
      *)
        if [[ -z $closed ]] && _boards_choices "\${place:+$place }$word -"; then
          place="\${place:+$place }$word"
        else
          closed=yes
        fi
        ;;
    esac
  done
  if [[ $cur == --*=* ]]; then
    option=\${cur%%=*}
    prefix=$option= cur=\${cur#*=}
  fi
  _boards_choices "\${place:+$place }-"
  if [[ -n $option ]]; then
    # Only the options that the command has.
    for word in "\${choices[@]}"; do
      [[ \${word%%:*} == "$option" ]] && given=yes
    done
    if [[ -n $given ]]; then
      _boards_choices "$place $option" || _boards_choices "$option"
    else
      kind= choices=()
    fi
  elif [[ $cur != -* ]]; then
    if [[ -n $closed ]]; then kind= choices=(); else _boards_choices "$place"; fi
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

/** The completion script for fish 3.1 or later. */
function renderFish(completions: Completions): string {
  const { withValue, ofDefault } = completions;
  return `# fish completion for boards. Generated by \`npm run completions\`; do not edit.

# Prints a kind, and words with their descriptions: of what follows command words, with a dash their options, of a flag its values.
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
    set -l closed no
    set -l option
    for word in (commandline -opc)[2..-1]
        if set -q option[1]
            set option
            continue
        end
        # Behind an option of the command that no word names, no command can follow.
        string match -qr -- '^(-[${ofDefault.letters}]|(${ofDefault.long.join('|')})(=|$))' "$place$word"; and set closed yes
        switch $word
            case ${withValue.long.join(' ')}
                set option $word
            case --
                set closed yes
            case '-*'
                # The first letter that takes a value: the next word is its value if no letter follows.
                set -l letter (string match -r -- '^-[^-${withValue.letters}]*([${withValue.letters}])$' $word)
                and set option -$letter[2]
            case '*'
                set -l next (string trim -- "$place $word")
                if test $closed = no; and count (__boards_choices "$next -") >/dev/null
                    set place $next
                else
                    set closed yes
                end
        end
    end
    set -l current (commandline -ct)
    set -l head ''
    set -l parts (string match -r -- '^(--[^=]*)=(.*)' "$current")
    and set option $parts[2]
    and set head "$parts[2]="
    and set current "$parts[3]"
    set -l choices (__boards_choices (string trim -- "$place -"))
    if set -q option[1]
        # Only the options that the command has.
        if string match -qr -- '^'$option'(\\t|$)' $choices
            set choices (__boards_choices "$place $option")
            set -q choices[1]; or set choices (__boards_choices $option)
        else
            set choices
        end
    else if not string match -q -- '-*' "$current"
        set choices
        test $closed = no; and set choices (__boards_choices $place)
    end
    switch "$choices[1]"
        case file
            complete -C "'' $current"
        case command
            __fish_complete_command
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

/** The completion script for PowerShell 5.1 and 7. */
function renderPowershell(completions: Completions): string {
  const { withValue, ofDefault } = completions;
  return `# PowerShell completion for boards. Generated by \`npm run completions\`; do not edit.

Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # What may follow command words; with a dash, their options; of a flag, its values.
    $table = @{
${tableOf(completions).join('\n')}
    }
    $withValue = ${arrayOf(withValue.long)}

    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $line = @($commandAst.ToString().PadRight($length).Substring(0, $length) -split '\\s+')
    $current = $line[-1]
    $place = ''
    $option = ''
    $closed = $false
    foreach ($word in ($line | Select-Object -Skip 1 | Select-Object -SkipLast 1)) {
        if ($option) { $option = ''; continue }
        # Behind an option of the command that no word names, no command can follow.
        if ("$place$word" -cmatch '^(-[${ofDefault.letters}]|(${ofDefault.long.join('|')})(=|$))') { $closed = $true }
        $next = "$place $word".Trim()
        if ($withValue -ccontains $word) { $option = $word }
        elseif ($word -eq '--') { $closed = $true }
        # The first letter that takes a value: the next word is its value if no letter follows.
        elseif ($word -cmatch '^-[^-${withValue.letters}]*([${withValue.letters}])$') { $option = "-$($Matches[1])" }
        elseif (-not $word.StartsWith('-')) {
            if (-not $closed -and $table.ContainsKey("$next -")) { $place = $next } else { $closed = $true }
        }
    }

    $before = ''
    if ($current -match '^(--[^=]+)=(.*)$') {
        $option = $Matches[1]
        $before = "$option="
        $current = $Matches[2]
    }
    $choices = @{ Kind = 'one'; Words = @() }
    $keys = @()
    if ($option) { $keys = $option, "$place $option" }
    elseif ($current.StartsWith('-')) { $keys = @("$place -".Trim()) }
    elseif (-not $closed) { $keys = @($place) }
    foreach ($key in $keys) {
        if ($table.ContainsKey($key)) { $choices = $table[$key] }
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

function tableOf(completions: Completions): ReadonlyArray<string> {
  return grouped(completions).flatMap(([keys, { kind, words }]) =>
    keys.map(
      (key) => `        '${key}' = @{ Kind = '${kind}'; Words = ${arrayOf(words.map(({ text }) => text))} }`,
    ),
  );
}

function arrayOf(words: ReadonlyArray<string>): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
