# Completion of boards for fish. Made by `npm run completions`: do not edit.

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
            case -t --timeframe -l --limit -b --board --symbol --bias --min-boards --sort --columns --base-url --timeout --retries --color --palette -n --interval --count --exec --on --first --port --seed --recompute --latency --fault
                set value yes
            case '-*'
            case '*'
                set -l next (string trim "$place $word")
                if test $closed = no; and contains -- $next 'boards' 'top' 'watch' 'symbol' 'confluence' 'login' 'logout' 'status' 'config' 'config list' 'config get' 'config set' 'config set baseUrl' 'config set timeframe' 'config set limit' 'config set boards' 'config set interval' 'config set palette' 'config set columns' 'config unset' 'config path' 'completion' 'sandbox' 'help'
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
        set -l word (string split -m 1 \t -- $choice)[1]
        contains -- $word (string split , -- "$head"); or echo "$head$choice"
    end
end

complete -c boards -f
complete -c ranked-boards -w boards

complete -c boards -n '__boards_at --open ""' -a boards -d 'one snapshot: the top play, then a table per board'
complete -c boards -n '__boards_at --open ""' -a top -d 'the headline pick: the symbol on the most boards'
complete -c boards -n '__boards_at --open ""' -a watch -d 'live view; redraws only when the data is new'
complete -c boards -n '__boards_at --open ""' -a symbol -d 'on which boards a ticker is, and at which rank'
complete -c boards -n '__boards_at --open ""' -a confluence -d 'every symbol, by the number of boards it is on'
complete -c boards -n '__boards_at --open ""' -a login -d 'store the key: typed at a prompt, or piped to stdin'
complete -c boards -n '__boards_at --open ""' -a logout -d 'delete the stored key; preferences stay'
complete -c boards -n '__boards_at --open ""' -a status -d 'effective settings and their sources, then a live check'
complete -c boards -n '__boards_at --open ""' -a config -d 'list, get, set and unset preferences'
complete -c boards -n '__boards_at --open ""' -a completion -d 'print the completion script for a shell'
complete -c boards -n '__boards_at --open ""' -a sandbox -d 'serve the API on this computer, over a simulated market'
complete -c boards -n '__boards_at --open ""' -a help -d 'help on a command or a topic'
complete -c boards -n '__boards_at --open "config"' -a list -d 'every effective preference, and where it comes from'
complete -c boards -n '__boards_at --open "config"' -a get -d 'the effective value'
complete -c boards -n '__boards_at --open "config"' -a set -d 'store a value; lists are separated by commas'
complete -c boards -n '__boards_at --open "config"' -a unset -d 'go back to the default'
complete -c boards -n '__boards_at --open "config"' -a path -d 'where the config file is'
complete -c boards -n '__boards_at --open "config get"' -k -a 'baseUrl timeframe limit boards interval palette columns'
complete -c boards -n '__boards_at --open "config set"' -a baseUrl
complete -c boards -n '__boards_at --open "config set"' -a timeframe
complete -c boards -n '__boards_at --open "config set"' -a limit
complete -c boards -n '__boards_at --open "config set"' -a boards
complete -c boards -n '__boards_at --open "config set"' -a interval
complete -c boards -n '__boards_at --open "config set"' -a palette
complete -c boards -n '__boards_at --open "config set"' -a columns
complete -c boards -n '__boards_at --open "config set timeframe"' -k -a '(__boards_list scalp day swing position investing all)'
complete -c boards -n '__boards_at --open "config set boards"' -k -a '(__boards_list alerted\\t\'alert count; daily: distance from 52-week high\' movers\\t\'move over the window\' rvol\\t\'volume versus average\' momentum\\t\'volume acceleration and thrust\' emaTrend\\t\'above the 9, 200-min and 200-day averages\' forum\\t\'buzz among retail traders\' search\\t\'search volume\' moneyFlow\\t\'dollars traded, by market-cap tier\' lowFloat\\t\'float size\' shorted\\t\'short percent of float\' smartMoney\\t\'13F funds adding\' insiderBuys\\t\'Form 4 insider buys\' buzz\\t\'alert days over 14 days\' steady\\t\'steady climbers\' relStrength\\t\'strength versus the broad market\' breakouts\\t\'base breakout\' pullback\\t\'at a rising 50-day average\' highClub\\t\'fresh 52-week high on volume\')'
complete -c boards -n '__boards_at --open "config set palette"' -k -a 'classic colorblind red-up mono'
complete -c boards -n '__boards_at --open "config set columns"' -k -a '(__boards_list rank symbol name price dayPct volume boards bias metric tag)'
complete -c boards -n '__boards_at --open "config unset"' -k -a 'baseUrl timeframe limit boards interval palette columns'
complete -c boards -n '__boards_at --open "completion"' -k -a 'bash zsh fish powershell'
complete -c boards -n '__boards_at --open "help"' -k -a 'boards\\t\'one snapshot: the top play, then a table per board\' top\\t\'the headline pick: the symbol on the most boards\' watch\\t\'live view; redraws only when the data is new\' symbol\\t\'on which boards a ticker is, and at which rank\' confluence\\t\'every symbol, by the number of boards it is on\' login\\t\'store the key: typed at a prompt, or piped to stdin\' logout\\t\'delete the stored key; preferences stay\' status\\t\'effective settings and their sources, then a live check\' config\\t\'list, get, set and unset preferences\' completion\\t\'print the completion script for a shell\' sandbox\\t\'serve the API on this computer, over a simulated market\' help\\t\'help on a command or a topic\' exit-codes environment json'

complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -s t -l timeframe -x -k -a '(__boards_list scalp day swing position investing all)' -d 'scalp, day, swing, position, investing (comma-separated) or all'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -s l -l limit -x -d 'rows per board'
complete -c boards -n '__boards_at "" "boards" "watch" "symbol" "confluence"' -s b -l board -x -k -a '(__boards_list alerted\\t\'alert count; daily: distance from 52-week high\' movers\\t\'move over the window\' rvol\\t\'volume versus average\' momentum\\t\'volume acceleration and thrust\' emaTrend\\t\'above the 9, 200-min and 200-day averages\' forum\\t\'buzz among retail traders\' search\\t\'search volume\' moneyFlow\\t\'dollars traded, by market-cap tier\' lowFloat\\t\'float size\' shorted\\t\'short percent of float\' smartMoney\\t\'13F funds adding\' insiderBuys\\t\'Form 4 insider buys\' buzz\\t\'alert days over 14 days\' steady\\t\'steady climbers\' relStrength\\t\'strength versus the broad market\' breakouts\\t\'base breakout\' pullback\\t\'at a rising 50-day average\' highClub\\t\'fresh 52-week high on volume\')' -d 'only these boards, comma-separated, in this order'
complete -c boards -n '__boards_at "" "boards" "watch" "confluence"' -l symbol -x -d 'only rows of these symbols, comma-separated'
complete -c boards -n '__boards_at "" "boards" "watch" "confluence"' -l bias -x -k -a 'bullish bearish neutral' -d 'bullish, bearish, neutral'
complete -c boards -n '__boards_at "" "boards" "watch" "confluence"' -l min-boards -x -d 'only symbols on at least n boards'
complete -c boards -n '__boards_at "" "boards" "watch"' -l sort -x -k -a 'rank symbol name price dayPct volume boards bias metric tag' -d 'order by one of: rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag'
complete -c boards -n '__boards_at "" "boards" "watch"' -l columns -x -k -a '(__boards_list rank symbol name price dayPct volume boards bias metric tag)' -d 'which columns, in which order'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l sandbox -d 'simulated data from the built-in service: needs no key'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence" "status"' -l base-url -x -d 'the service\'s address'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l timeout -x -d 'time-out of an attempt'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l retries -x -d 'attempts after a failed one'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -s q -l quiet -d 'no spinner and no notes'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l debug -d 'requests, responses and causes on stderr'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l color -x -k -a 'auto always never' -d 'auto, always, never'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l no-color -d 'same as --color never'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence"' -l palette -x -k -a 'classic colorblind red-up mono' -d 'classic, colorblind, red-up, mono'
complete -c boards -n '__boards_at "" "boards"' -l json -d 'the snapshot as the service sent it'
complete -c boards -n '__boards_at "" "boards" "confluence"' -l csv -d 'rows for a spreadsheet (RFC 4180)'
complete -c boards -n '__boards_at "" "boards" "top" "watch" "symbol" "confluence" "login" "logout" "status" "config" "config list" "config get" "config set" "config set baseUrl" "config set timeframe" "config set limit" "config set boards" "config set interval" "config set palette" "config set columns" "config unset" "config path" "completion" "sandbox" "help"' -s h -l help -d 'display help for command'
complete -c boards -n '__boards_at ""' -s V -l version -d 'print the version'
complete -c boards -n '__boards_at "top"' -l json -d '{asOf, timeframe, session, topPlay}'
complete -c boards -n '__boards_at "watch"' -s n -l interval -x -d 'time between polls; default 60 s, minimum 30 s for a remote service'
complete -c boards -n '__boards_at "watch"' -l count -x -d 'end after n new snapshots'
complete -c boards -n '__boards_at "watch"' -l once-changed -d 'end at the first snapshot that differs from the first'
complete -c boards -n '__boards_at "watch"' -l json -d 'print one line of JSON per new snapshot'
complete -c boards -n '__boards_at "watch"' -l events -d 'print one line of JSON per change'
complete -c boards -n '__boards_at "watch"' -l exec -x -a '(__fish_complete_command)' -d 'run a command on changes, with the changes as JSON lines on its stdin'
complete -c boards -n '__boards_at "watch"' -l bell -d 'ring the bell on a new top play, or on a change of a --symbol'
complete -c boards -n '__boards_at "watch"' -l on -x -k -a '(__boards_list entered left moved topPlay bias session)' -d 'changes that trigger --exec and --bell: entered, left, topPlay, boards>=4, NVDA'
complete -c boards -n '__boards_at "symbol"' -l json -d '{symbol, name, timeframes}; an array for several tickers'
complete -c boards -n '__boards_at "confluence"' -l sort -x -k -a 'rank symbol name price dayPct volume boards bias' -d 'order by one of: rank, symbol, name, price, dayPct, volume, boards, bias'
complete -c boards -n '__boards_at "confluence"' -l columns -x -k -a '(__boards_list rank symbol name price dayPct volume boards bias)' -d 'which columns, in which order'
complete -c boards -n '__boards_at "confluence"' -l first -x -d 'only the first n symbols'
complete -c boards -n '__boards_at "confluence"' -l json -d '[{symbol, name, total, timeframes, boards}]'
complete -c boards -n '__boards_at "login"' -l base-url -x -d 'the service\'s address, stored too'
complete -c boards -n '__boards_at "login"' -l no-verify -d 'store the key without asking the service about it'
complete -c boards -n '__boards_at "login" "status"' -l timeout -x -d 'time-out of the check'
complete -c boards -n '__boards_at "login" "status"' -l debug -d 'request, response and causes on stderr'
complete -c boards -n '__boards_at "status"' -l json -d '{baseUrl, apiKey, configPath, preferences, check}'
complete -c boards -n '__boards_at "status"' -l sandbox -d 'check the built-in service: needs no key'
complete -c boards -n '__boards_at "config list"' -l json -d '{name: {value, source}}'
complete -c boards -n '__boards_at "sandbox"' -l port -x -d 'on 127.0.0.1; 0 picks a free one'
complete -c boards -n '__boards_at "sandbox"' -l seed -x -d 'which market'
complete -c boards -n '__boards_at "sandbox"' -l recompute -x -d 'between two builds'
complete -c boards -n '__boards_at "sandbox"' -l latency -x -d 'before every response'
complete -c boards -n '__boards_at "sandbox"' -l fault -x -d 'by kind and share: 503:0.1,429:0.05,cut:0.02,slow:0.02,garbage:0.01'
