import { lastWord, type Place, type PlaceOption } from './places.ts';
import type { Values, Word } from './values.ts';

/** The script for zsh: a function per place on \`_arguments\`, a function per set of values. */
export function renderZsh(places: ReadonlyArray<Place>): string {
  return `#compdef boards ranked-boards
# Completion of boards for zsh. Made by \`npm run completions\`: do not edit.

${places.map(placeFunction).join('\n\n')}

${valueFunctions(places).join('\n\n')}

# Autoloaded from fpath, this file is the function; otherwise somebody sources it.
if [[ $funcstack[1] == _boards ]]; then
  _boards "$@"
else
  compdef _boards boards ranked-boards
fi
`;
}

function placeFunction(place: Place): string {
  return place.children.length === 0 ? leafFunction(place) : branchFunction(place);
}

function leafFunction(place: Place): string {
  return `${functionName(place.path)}() {
  _arguments -s -S : \\
    ${[...place.options.map((option) => optionSpec(option, place)), ...argumentSpecs(place)].join(' \\\n    ')}
}`;
}

function branchFunction(place: Place): string {
  const { children } = place;
  return `${functionName(place.path)}() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a following
  _arguments -s -S -C -A '-*' : \\
    ${place.options.map((option) => optionSpec(option, place)).join(' \\\n    ')} \\
    '1: :->word' '*::: :->rest' && return
  case $state in
    word)
      following=(
        ${children.map((child) => quote(describedWord(child))).join('\n        ')}
      )
      _describe -t commands command following
      ;;
    rest)
      words=("$line[1]" "$words[@]")
      (( CURRENT += 1 ))
      case $line[1] in
        ${children.map((child) => `${lastWord(child)}) ${functionName(child.path)} ;;`).join('\n        ')}
      esac
      ;;
  esac
}`;
}

function describedWord(place: Place): string {
  const { description } = place;
  return description === '' ? lastWord(place) : `${lastWord(place)}:${description}`;
}

/** After an option the program takes no command: its options exclude the words. */
function optionSpec({ flags, description, values }: PlaceOption, place: Place): string {
  const excluded = place.path === '' ? ['1', '*', ...flags] : flags;
  const value = values === null ? '' : `:${values.name}:${valueAction(values)}`;
  const [first = '', second] = flags.map((flag) => flag + valueSign(flag, values));
  const text = quote(`[${description.replace(/[[\]\\]/g, '\\$&')}]${value}`);
  const names = second === undefined ? first : `{${first},${second}}`;
  return `'(${excluded.join(' ')})'${names}${text}`;
}

/** In the same word or in the next one. */
function valueSign(flag: string, values: Values | null): string {
  if (values === null) return '';
  return flag.startsWith('--') ? '=' : '+';
}

function argumentSpecs({ argument }: Place): ReadonlyArray<string> {
  return argument === null ? [] : [quote(`1:${argument.name}:${valueAction(argument)}`)];
}

function valueAction({ name, kind }: Values): string {
  if (kind === 'free') return ' ';
  return kind === 'command' ? '_cmdstring' : valueFunctionName(name);
}

function valueFunctions(places: ReadonlyArray<Place>): ReadonlyArray<string> {
  const all = places.flatMap(({ options, argument }) => [...options.map(({ values }) => values), argument]);
  const bodies = all.flatMap((values) =>
    values !== null && values.words.length > 0 ? [valueFunction(values)] : [],
  );
  return [...new Set(bodies)];
}

function valueFunction({ name, kind, words }: Values): string {
  const separator = kind === 'list' ? '-s , ' : '';
  const specs = words.map((word) => `    ${quote(valueSpec(word))}`);
  return [
    `${valueFunctionName(name)}() {`,
    `  _values ${separator}${name} \\`,
    specs.join(' \\\n'),
    '}',
  ].join('\n');
}

function valueSpec({ text, description }: Word): string {
  return description === '' ? text : `${text}[${description.replace(/[[\]:\\]/g, '\\$&')}]`;
}

function functionName(path: string): string {
  return ['_boards', ...path.split(' ').filter((word) => word !== '')].join('_');
}

function valueFunctionName(name: string): string {
  return `_boards__${name.replaceAll(' ', '-')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
