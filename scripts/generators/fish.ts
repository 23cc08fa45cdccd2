import { flagsWithValue, lastWord, type Place, type PlaceOption } from './places.ts';
import type { Values, Word } from './values.ts';

/** The script for fish, from 3.1 on. */
export function renderFish(places: ReadonlyArray<Place>): string {
  const inner = places.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `# Completion of boards for fish. Made by \`npm run completions\`: do not edit.

# True at one of the places (the words that lead there). With --open only where a further word may follow.
function __boards_at
    set -l open no
    if test "$argv[1]" = --open
        set open yes
        set -e argv[1]
    end
    set -l place ''
    set -l closed no
    set -l value no
    for word in (commandline -opc)[2..-1]
        if test $value = yes
            set value no
            continue
        end
        switch $word
            case ${flagsWithValue(places).join(' ')}
                set value yes
            case '-*'
            case '*'
                set -l next (string trim "$place $word")
                if test $closed = no; and contains -- $next ${inner.join(' ')}
                    set place $next
                else
                    set closed yes
                end
        end
        # After its options the program takes no command.
        test -z "$place"; and set closed yes
    end
    test $open = yes -a $closed = yes; and return 1
    contains -- "$place" $argv
end

# The words that a list with commas does not hold yet, after what it holds.
function __boards_list
    set -l token (string replace -r -- '^(--[^=]*=|-[a-z])' '' (commandline -ct))
    set -l head (string match -r -- '.*,' "$token")
    for choice in $argv
        set -l word (string split -m 1 \\t -- $choice)[1]
        contains -- $word (string split , -- "$head"); or echo "$head$choice"
    end
end

complete -c boards -f
complete -c ranked-boards -w boards

${places.flatMap(wordLines).join('\n')}

${optionLines(places).join('\n')}
`;
}

function wordLines(place: Place): ReadonlyArray<string> {
  const at = condition('--open', [place.path]);
  if (place.children.length > 0) {
    return place.children.map((child) => {
      return `complete -c boards -n ${at} -a ${lastWord(child)}${described(child.description)}`;
    });
  }
  if (place.argument === null || place.argument.words.length === 0) return [];
  return [`complete -c boards -n ${at} -k -a ${quote(candidates(place.argument))}`];
}

/** One line for what several commands have in common. */
function optionLines(places: ReadonlyArray<Place>): ReadonlyArray<string> {
  const paths = new Map<string, Array<string>>();
  for (const { path, options } of places) {
    for (const option of options.map(optionArguments)) {
      paths.set(option, [...(paths.get(option) ?? []), path]);
    }
  }
  return [...paths].map(([option, at]) => `complete -c boards -n ${condition('', at)} ${option}`);
}

function optionArguments({ flags, description, values }: PlaceOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return `${names.join(' ')}${valueArguments(values)}${described(description)}`;
}

function valueArguments(values: Values | null): string {
  if (values === null) return '';
  if (values.kind === 'command') return ` -x -a '(__fish_complete_command)'`;
  return values.words.length === 0 ? ' -x' : ` -x -k -a ${quote(candidates(values))}`;
}

function candidates({ kind, words }: Values): string {
  const all = words.map(candidate).join(' ');
  return kind === 'list' ? `(__boards_list ${all})` : all;
}

function candidate({ text, description }: Word): string {
  return description === '' ? text : `${text}\\t${quote(description)}`;
}

function condition(flag: string, paths: ReadonlyArray<string>): string {
  const words = ['__boards_at', ...(flag === '' ? [] : [flag]), ...paths.map((path) => JSON.stringify(path))];
  return quote(words.join(' '));
}

function described(description: string): string {
  return description === '' ? '' : ` -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
