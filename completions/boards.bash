# Completion of boards for bash. Made by `npm run completions`: do not edit.

# What can follow at a place (the words that lead there): options, and either words that lead further or an argument.
_boards_place() {
  case $1 in
    '') options='-t --timeframe -l --limit -b --board --symbol --bias --min-boards --sort --columns --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette --json --csv -h --help -V --version' children='boards top watch symbol confluence login logout status config completion sandbox help' kind= words='' ;;
    'boards') options='-t --timeframe -l --limit -b --board --symbol --bias --min-boards --sort --columns --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette --json --csv -h --help' children='' kind= words='' ;;
    'top') options='-t --timeframe -l --limit --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette --json -h --help' children='' kind= words='' ;;
    'watch') options='-t --timeframe -l --limit -b --board --symbol --bias --min-boards --sort --columns -n --interval --count --once-changed --json --events --exec --bell --on --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette -h --help' children='' kind= words='' ;;
    'symbol') options='-t --timeframe -l --limit -b --board --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette --json -h --help' children='' kind=free words='' ;;
    'confluence') options='-t --timeframe -l --limit -b --board --symbol --bias --min-boards --sort --columns --first --sandbox --base-url --timeout --retries -q --quiet --debug --color --no-color --palette --json --csv -h --help' children='' kind= words='' ;;
    'login') options='--base-url --no-verify --timeout --debug -h --help' children='' kind= words='' ;;
    'logout') options='-h --help' children='' kind= words='' ;;
    'status') options='--json --sandbox --base-url --timeout --debug -h --help' children='' kind= words='' ;;
    'config') options='-h --help' children='list get set unset path' kind=free words='' ;;
    'config list') options='--json -h --help' children='' kind= words='' ;;
    'config get') options='-h --help' children='' kind=one words='baseUrl timeframe limit boards interval palette columns' ;;
    'config set') options='-h --help' children='baseUrl timeframe limit boards interval palette columns' kind=free words='' ;;
    'config set baseUrl') options='-h --help' children='' kind=free words='' ;;
    'config set timeframe') options='-h --help' children='' kind=list words='scalp day swing position investing all' ;;
    'config set limit') options='-h --help' children='' kind=free words='' ;;
    'config set boards') options='-h --help' children='' kind=list words='alerted movers rvol momentum emaTrend forum search moneyFlow lowFloat shorted smartMoney insiderBuys buzz steady relStrength breakouts pullback highClub' ;;
    'config set interval') options='-h --help' children='' kind=free words='' ;;
    'config set palette') options='-h --help' children='' kind=one words='classic colorblind red-up mono' ;;
    'config set columns') options='-h --help' children='' kind=list words='rank symbol name price dayPct volume boards bias metric tag' ;;
    'config unset') options='-h --help' children='' kind=one words='baseUrl timeframe limit boards interval palette columns' ;;
    'config path') options='-h --help' children='' kind= words='' ;;
    'completion') options='-h --help' children='' kind=one words='bash zsh fish powershell' ;;
    'sandbox') options='--port --seed --recompute --latency --fault -h --help' children='' kind= words='' ;;
    'help') options='-h --help' children='' kind=one words='boards top watch symbol confluence login logout status config completion sandbox help exit-codes environment json' ;;
  esac
}

# What the value of an option can be, by flag, or by place and flag where a command differs.
_boards_option() {
  case $1 in
    '-t' | '--timeframe') kind=list words='scalp day swing position investing all' ;;
    '-b' | '--board') kind=list words='alerted movers rvol momentum emaTrend forum search moneyFlow lowFloat shorted smartMoney insiderBuys buzz steady relStrength breakouts pullback highClub' ;;
    '--bias') kind=one words='bullish bearish neutral' ;;
    '--sort') kind=one words='rank symbol name price dayPct volume boards bias metric tag' ;;
    '--columns') kind=list words='rank symbol name price dayPct volume boards bias metric tag' ;;
    '--color') kind=one words='auto always never' ;;
    '--palette') kind=one words='classic colorblind red-up mono' ;;
    '--exec') kind=command words='' ;;
    '--on') kind=list words='entered left moved topPlay bias session' ;;
    'confluence --sort') kind=one words='rank symbol name price dayPct volume boards bias' ;;
    'confluence --columns') kind=list words='rank symbol name price dayPct volume boards bias' ;;
    *) return 1 ;;
  esac
}

_boards() {
  local IFS=$' \t\n' index word option= place= closed= prefix= kept=
  local options= children= kind= words=
  local cur=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  _boards_place ''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    # Readline cuts --option=value at the sign.
    [[ $word == = ]] && continue
    if [[ -n $option ]]; then
      option=
      continue
    fi
    case $word in
      -t|--timeframe|-l|--limit|-b|--board|--symbol|--bias|--min-boards|--sort|--columns|--base-url|--timeout|--retries|--color|--palette|-n|--interval|--count|--exec|--on|--first|--port|--seed|--recompute|--latency|--fault) option=$word ;;
      -*) ;;
      *)
        if [[ -z $closed && " $children " == *" $word "* ]]; then
          place="${place:+$place }$word"
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
    option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
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
      [[ ",${cur%,*}," == *",$word,"* ]] || kept+=" $word"
    done
    words=$kept prefix+=${cur%,*}, cur=${cur##*,}
  fi
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(if [[ $kind == command ]]; then compgen -c -P "$prefix" -- "$cur"; else compgen -W "$words" -P "$prefix" -- "$cur"; fi)
}

# Words stay in the order of the program where bash can keep it (4.4).
complete -o nosort -F _boards boards ranked-boards 2>/dev/null || complete -F _boards boards ranked-boards
