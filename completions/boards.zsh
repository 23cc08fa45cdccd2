#compdef boards ranked-boards
# Completion of boards for zsh. Made by `npm run completions`: do not edit.

_boards() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a following
  _arguments -s -S -C -A '-*' : \
    '(1 * -t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(1 * -l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(1 * -b --board)'{-b+,--board=}'[only these boards, comma-separated, in this order]:board:_boards__board' \
    '(1 * --symbol)'--symbol='[only rows of these symbols, comma-separated]:ticker: ' \
    '(1 * --bias)'--bias='[bullish, bearish, neutral]:bias:_boards__bias' \
    '(1 * --min-boards)'--min-boards='[only symbols on at least n boards]:number: ' \
    '(1 * --sort)'--sort='[order by one of: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag]:field:_boards__field' \
    '(1 * --columns)'--columns='[which columns, in which order]:column:_boards__column' \
    '(1 * --sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(1 * --base-url)'--base-url='[the service'\''s address]:url: ' \
    '(1 * --timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(1 * --retries)'--retries='[attempts after a failed one]:number: ' \
    '(1 * -q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(1 * --debug)'--debug'[requests, responses and causes on stderr]' \
    '(1 * --color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(1 * --no-color)'--no-color'[same as --color never]' \
    '(1 * --palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(1 * --json)'--json'[the snapshot as the service sent it]' \
    '(1 * --csv)'--csv'[rows for a spreadsheet (RFC 4180)]' \
    '(1 * -h --help)'{-h,--help}'[display help for command]' \
    '(1 * -V --version)'{-V,--version}'[print the version]' \
    '1: :->word' '*::: :->rest' && return
  case $state in
    word)
      following=(
        'boards:one snapshot: the top play, then a table per board'
        'top:the headline pick: the symbol on the most boards'
        'watch:live view; redraws only when the data is new'
        'symbol:on which boards a ticker is, and at which rank'
        'confluence:every symbol, by the number of boards it is on'
        'login:store the key: typed at a prompt, or piped to stdin'
        'logout:delete the stored key; preferences stay'
        'status:effective settings and their sources, then a live check'
        'config:list, get, set and unset preferences'
        'completion:print the completion script for a shell'
        'sandbox:serve the API on this computer, over a simulated market'
        'help:help on a command or a topic'
      )
      _describe -t commands command following
      ;;
    rest)
      words=("$line[1]" "$words[@]")
      (( CURRENT += 1 ))
      case $line[1] in
        boards) _boards_boards ;;
        top) _boards_top ;;
        watch) _boards_watch ;;
        symbol) _boards_symbol ;;
        confluence) _boards_confluence ;;
        login) _boards_login ;;
        logout) _boards_logout ;;
        status) _boards_status ;;
        config) _boards_config ;;
        completion) _boards_completion ;;
        sandbox) _boards_sandbox ;;
        help) _boards_help ;;
      esac
      ;;
  esac
}

_boards_boards() {
  _arguments -s -S : \
    '(-t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(-l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(-b --board)'{-b+,--board=}'[only these boards, comma-separated, in this order]:board:_boards__board' \
    '(--symbol)'--symbol='[only rows of these symbols, comma-separated]:ticker: ' \
    '(--bias)'--bias='[bullish, bearish, neutral]:bias:_boards__bias' \
    '(--min-boards)'--min-boards='[only symbols on at least n boards]:number: ' \
    '(--sort)'--sort='[order by one of: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag]:field:_boards__field' \
    '(--columns)'--columns='[which columns, in which order]:column:_boards__column' \
    '(--sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(--retries)'--retries='[attempts after a failed one]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(--debug)'--debug'[requests, responses and causes on stderr]' \
    '(--color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(--no-color)'--no-color'[same as --color never]' \
    '(--palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(--json)'--json'[the snapshot as the service sent it]' \
    '(--csv)'--csv'[rows for a spreadsheet (RFC 4180)]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_top() {
  _arguments -s -S : \
    '(-t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(-l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(--sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(--retries)'--retries='[attempts after a failed one]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(--debug)'--debug'[requests, responses and causes on stderr]' \
    '(--color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(--no-color)'--no-color'[same as --color never]' \
    '(--palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(--json)'--json'[{asOf, timeframe, session, topPlay}]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_watch() {
  _arguments -s -S : \
    '(-t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(-l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(-b --board)'{-b+,--board=}'[only these boards, comma-separated, in this order]:board:_boards__board' \
    '(--symbol)'--symbol='[only rows of these symbols, comma-separated]:ticker: ' \
    '(--bias)'--bias='[bullish, bearish, neutral]:bias:_boards__bias' \
    '(--min-boards)'--min-boards='[only symbols on at least n boards]:number: ' \
    '(--sort)'--sort='[order by one of: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag]:field:_boards__field' \
    '(--columns)'--columns='[which columns, in which order]:column:_boards__column' \
    '(-n --interval)'{-n+,--interval=}'[time between polls; default 60 s, minimum 30 s for a remote service]:duration: ' \
    '(--count)'--count='[end after n new snapshots]:number: ' \
    '(--once-changed)'--once-changed'[end at the first snapshot that differs from the first]' \
    '(--json)'--json'[print one line of JSON per new snapshot]' \
    '(--events)'--events'[print one line of JSON per change]' \
    '(--exec)'--exec='[run a command on changes, with the changes as JSON lines on its stdin]:command:_cmdstring' \
    '(--bell)'--bell'[ring the bell on a new top play, or on a change of a --symbol]' \
    '(--on)'--on='[changes that trigger --exec and --bell: entered, left, topPlay, boards>=4, NVDA]:condition:_boards__condition' \
    '(--sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(--retries)'--retries='[attempts after a failed one]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(--debug)'--debug'[requests, responses and causes on stderr]' \
    '(--color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(--no-color)'--no-color'[same as --color never]' \
    '(--palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_symbol() {
  _arguments -s -S : \
    '(-t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(-l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(-b --board)'{-b+,--board=}'[only these boards, comma-separated, in this order]:board:_boards__board' \
    '(--sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(--retries)'--retries='[attempts after a failed one]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(--debug)'--debug'[requests, responses and causes on stderr]' \
    '(--color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(--no-color)'--no-color'[same as --color never]' \
    '(--palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(--json)'--json'[{symbol, name, timeframes}; an array for several tickers]' \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:ticker: '
}

_boards_confluence() {
  _arguments -s -S : \
    '(-t --timeframe)'{-t+,--timeframe=}'[scalp, day, swing, position, investing (comma-separated) or all]:timeframe:_boards__timeframe' \
    '(-l --limit)'{-l+,--limit=}'[rows per board]:rows: ' \
    '(-b --board)'{-b+,--board=}'[only these boards, comma-separated, in this order]:board:_boards__board' \
    '(--symbol)'--symbol='[only rows of these symbols, comma-separated]:ticker: ' \
    '(--bias)'--bias='[bullish, bearish, neutral]:bias:_boards__bias' \
    '(--min-boards)'--min-boards='[only symbols on at least n boards]:number: ' \
    '(--sort)'--sort='[order by one of: rank, symbol, name, price, dayPct, volume, boards, bias]:confluence-field:_boards__confluence-field' \
    '(--columns)'--columns='[which columns, in which order]:confluence-column:_boards__confluence-column' \
    '(--first)'--first='[only the first n symbols]:number: ' \
    '(--sandbox)'--sandbox'[simulated data from the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of an attempt]:duration: ' \
    '(--retries)'--retries='[attempts after a failed one]:number: ' \
    '(-q --quiet)'{-q,--quiet}'[no spinner and no notes]' \
    '(--debug)'--debug'[requests, responses and causes on stderr]' \
    '(--color)'--color='[auto, always, never]:colour-mode:_boards__colour-mode' \
    '(--no-color)'--no-color'[same as --color never]' \
    '(--palette)'--palette='[classic, colorblind, red-up, mono]:palette:_boards__palette' \
    '(--json)'--json'[\[{symbol, name, total, timeframes, boards}\]]' \
    '(--csv)'--csv'[rows for a spreadsheet (RFC 4180)]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_login() {
  _arguments -s -S : \
    '(--base-url)'--base-url='[the service'\''s address, stored too]:url: ' \
    '(--no-verify)'--no-verify'[store the key without asking the service about it]' \
    '(--timeout)'--timeout='[time-out of the check]:duration: ' \
    '(--debug)'--debug'[request, response and causes on stderr]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_logout() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_status() {
  _arguments -s -S : \
    '(--json)'--json'[{baseUrl, apiKey, configPath, preferences, check}]' \
    '(--sandbox)'--sandbox'[check the built-in service: needs no key]' \
    '(--base-url)'--base-url='[the service'\''s address]:url: ' \
    '(--timeout)'--timeout='[time-out of the check]:duration: ' \
    '(--debug)'--debug'[request, response and causes on stderr]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_config() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a following
  _arguments -s -S -C -A '-*' : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1: :->word' '*::: :->rest' && return
  case $state in
    word)
      following=(
        'list:every effective preference, and where it comes from'
        'get:the effective value'
        'set:store a value; lists are separated by commas'
        'unset:go back to the default'
        'path:where the config file is'
      )
      _describe -t commands command following
      ;;
    rest)
      words=("$line[1]" "$words[@]")
      (( CURRENT += 1 ))
      case $line[1] in
        list) _boards_config_list ;;
        get) _boards_config_get ;;
        set) _boards_config_set ;;
        unset) _boards_config_unset ;;
        path) _boards_config_path ;;
      esac
      ;;
  esac
}

_boards_config_list() {
  _arguments -s -S : \
    '(--json)'--json'[{name: {value, source}}]' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_config_get() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:setting:_boards__setting'
}

_boards_config_set() {
  local curcontext=$curcontext state state_descr line
  local -A opt_args
  local -a following
  _arguments -s -S -C -A '-*' : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1: :->word' '*::: :->rest' && return
  case $state in
    word)
      following=(
        'baseUrl'
        'timeframe'
        'limit'
        'boards'
        'interval'
        'palette'
        'columns'
      )
      _describe -t commands command following
      ;;
    rest)
      words=("$line[1]" "$words[@]")
      (( CURRENT += 1 ))
      case $line[1] in
        baseUrl) _boards_config_set_baseUrl ;;
        timeframe) _boards_config_set_timeframe ;;
        limit) _boards_config_set_limit ;;
        boards) _boards_config_set_boards ;;
        interval) _boards_config_set_interval ;;
        palette) _boards_config_set_palette ;;
        columns) _boards_config_set_columns ;;
      esac
      ;;
  esac
}

_boards_config_set_baseUrl() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:url: '
}

_boards_config_set_timeframe() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:timeframe:_boards__timeframe'
}

_boards_config_set_limit() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:number: '
}

_boards_config_set_boards() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:board:_boards__board'
}

_boards_config_set_interval() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:duration: '
}

_boards_config_set_palette() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:palette:_boards__palette'
}

_boards_config_set_columns() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:column:_boards__column'
}

_boards_config_unset() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:setting:_boards__setting'
}

_boards_config_path() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_completion() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:shell:_boards__shell'
}

_boards_sandbox() {
  _arguments -s -S : \
    '(--port)'--port='[on 127.0.0.1; 0 picks a free one]:number: ' \
    '(--seed)'--seed='[which market]:number: ' \
    '(--recompute)'--recompute='[between two builds]:duration: ' \
    '(--latency)'--latency='[before every response]:number: ' \
    '(--fault)'--fault='[by kind and share: 503:0.1,429:0.05,cut:0.02,slow:0.02,garbage:0.01]:list: ' \
    '(-h --help)'{-h,--help}'[display help for command]'
}

_boards_help() {
  _arguments -s -S : \
    '(-h --help)'{-h,--help}'[display help for command]' \
    '1:topic:_boards__topic'
}

_boards__timeframe() {
  _values -s , timeframe \
    'scalp' \
    'day' \
    'swing' \
    'position' \
    'investing' \
    'all'
}

_boards__board() {
  _values -s , board \
    'alerted[alert count; daily\: distance from 52-week high]' \
    'movers[move over the window]' \
    'rvol[volume versus average]' \
    'momentum[volume acceleration and thrust]' \
    'emaTrend[above the 9, 200-min and 200-day averages]' \
    'forum[buzz among retail traders]' \
    'search[search volume]' \
    'moneyFlow[dollars traded, by market-cap tier]' \
    'lowFloat[float size]' \
    'shorted[short percent of float]' \
    'smartMoney[13F funds adding]' \
    'insiderBuys[Form 4 insider buys]' \
    'buzz[alert days over 14 days]' \
    'steady[steady climbers]' \
    'relStrength[strength versus the broad market]' \
    'breakouts[base breakout]' \
    'pullback[at a rising 50-day average]' \
    'highClub[fresh 52-week high on volume]'
}

_boards__bias() {
  _values bias \
    'bullish' \
    'bearish' \
    'neutral'
}

_boards__field() {
  _values field \
    'rank' \
    'symbol' \
    'name' \
    'price' \
    'dayPct' \
    'volume' \
    'boards' \
    'bias' \
    'metric' \
    'tag'
}

_boards__column() {
  _values -s , column \
    'rank' \
    'symbol' \
    'name' \
    'price' \
    'dayPct' \
    'volume' \
    'boards' \
    'bias' \
    'metric' \
    'tag'
}

_boards__colour-mode() {
  _values colour-mode \
    'auto' \
    'always' \
    'never'
}

_boards__palette() {
  _values palette \
    'classic' \
    'colorblind' \
    'red-up' \
    'mono'
}

_boards__condition() {
  _values -s , condition \
    'entered' \
    'left' \
    'moved' \
    'topPlay' \
    'bias' \
    'session'
}

_boards__confluence-field() {
  _values confluence-field \
    'rank' \
    'symbol' \
    'name' \
    'price' \
    'dayPct' \
    'volume' \
    'boards' \
    'bias'
}

_boards__confluence-column() {
  _values -s , confluence-column \
    'rank' \
    'symbol' \
    'name' \
    'price' \
    'dayPct' \
    'volume' \
    'boards' \
    'bias'
}

_boards__setting() {
  _values setting \
    'baseUrl' \
    'timeframe' \
    'limit' \
    'boards' \
    'interval' \
    'palette' \
    'columns'
}

_boards__shell() {
  _values shell \
    'bash' \
    'zsh' \
    'fish' \
    'powershell'
}

_boards__topic() {
  _values topic \
    'boards[one snapshot\: the top play, then a table per board]' \
    'top[the headline pick\: the symbol on the most boards]' \
    'watch[live view; redraws only when the data is new]' \
    'symbol[on which boards a ticker is, and at which rank]' \
    'confluence[every symbol, by the number of boards it is on]' \
    'login[store the key\: typed at a prompt, or piped to stdin]' \
    'logout[delete the stored key; preferences stay]' \
    'status[effective settings and their sources, then a live check]' \
    'config[list, get, set and unset preferences]' \
    'completion[print the completion script for a shell]' \
    'sandbox[serve the API on this computer, over a simulated market]' \
    'help[help on a command or a topic]' \
    'exit-codes' \
    'environment' \
    'json'
}

# Autoloaded from fpath, this file is the function; otherwise somebody sources it.
if [[ $funcstack[1] == _boards ]]; then
  _boards "$@"
else
  compdef _boards boards ranked-boards
fi
