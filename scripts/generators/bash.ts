import { flagsWithValue, lastWord, type Place, valuesByFlag } from './places.ts';
import type { Values } from './values.ts';

/** The script for bash, from 3.2 on as macOS has it, without the bash-completion package. */
export function renderBash(places: ReadonlyArray<Place>): string {
  return `# Completion of boards for bash. Made by \`npm run completions\`: do not edit.

# What can follow at a place (the words that lead there): options, and either words that lead further or an argument.
_boards_place() {
  case $1 in
${places.map(placeCase).join('\n')}
  esac
}

# What the value of an option can be, by flag, or by place and flag where a command differs.
_boards_option() {
  case $1 in
${optionCases(places).join('\n')}
    *) return 1 ;;
  esac
}

_boards() {
  local IFS=$' \\t\\n' index word option= place= closed= prefix= kept=
  local options= children= kind= words=
  local cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  _boards_place ''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    # Readline cuts --option=value at the sign.
    [[ $word == = ]] && continue
    if [[ -n $option ]]; then
      option=
      continue
    fi
    case $word in
      ${flagsWithValue(places).join('|')}) option=$word ;;
      -*) ;;
      *)
        if [[ -z $closed && " $children " == *" $word "* ]]; then
          place="\${place:+$place }$word"
          _boards_place "$place"
        else
          closed=yes
        fi
        ;;
    esac
    # After its options the program takes no command.
    [[ -z $place ]] && closed=yes
  done
  [[ $cur == = ]] && cur=
  if [[ $cur == --*=* ]]; then
    option=\${cur%%=*} prefix=\${cur%%=*}= cur=\${cur#*=}
  fi
  if [[ -n $option ]]; then
    kind= words=
    _boards_option "$place $option" || _boards_option "$option"
  elif [[ $cur == -* ]]; then
    kind=one words=$options
  elif [[ -n $closed ]]; then
    kind= words=
  elif [[ -n $children ]]; then
    kind=one words=$children
  fi
  if [[ $kind == list && $cur == *,* ]]; then
    for word in $words; do
      [[ ",\${cur%,*}," == *",$word,"* ]] || kept+=" $word"
    done
    words=$kept prefix+=\${cur%,*}, cur=\${cur##*,}
  fi
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(if [[ $kind == command ]]; then compgen -c -P "$prefix" -- "$cur"; else compgen -W "$words" -P "$prefix" -- "$cur"; fi)
}

# Words stay in the order of the program where bash can keep it (4.4).
complete -o nosort -F _boards boards ranked-boards 2>/dev/null || complete -F _boards boards ranked-boards
`;
}

function placeCase(place: Place): string {
  const options = place.options.flatMap(({ flags }) => flags).join(' ');
  const children = place.children.map(lastWord).join(' ');
  return `    '${place.path}') options='${options}' children='${children}' ${assignment(place.argument)} ;;`;
}

/** One case for all flags with the same values. */
function optionCases(places: ReadonlyArray<Place>): ReadonlyArray<string> {
  const cases = new Map<string, Array<string>>();
  for (const [flag, values] of valuesByFlag(places)) {
    if (values.kind === 'free') continue;
    const assigned = assignment(values);
    cases.set(assigned, [...(cases.get(assigned) ?? []), `'${flag}'`]);
  }
  return [...cases].map(([assigned, flags]) => `    ${flags.join(' | ')}) ${assigned} ;;`);
}

function assignment(values: Values | null): string {
  const words = values?.words.map(({ text }) => text) ?? [];
  return `kind=${values?.kind ?? ''} words='${words.join(' ')}'`;
}
