# Completion of boards for PowerShell. Made by `npm run completions`: do not edit.

Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # By place, the words that lead there: options, further words, and what an argument can be.
    $places = @{
        '' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--symbol', '--bias', '--min-boards', '--sort', '--columns', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '--json', '--csv', '-h', '--help', '-V', '--version'); Kind = 'one'; Words = @('boards', 'top', 'watch', 'symbol', 'confluence', 'login', 'logout', 'status', 'config', 'completion', 'sandbox', 'help') }
        'boards' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--symbol', '--bias', '--min-boards', '--sort', '--columns', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '--json', '--csv', '-h', '--help'); Kind = 'one'; Words = @() }
        'top' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '--json', '-h', '--help'); Kind = 'one'; Words = @() }
        'watch' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--symbol', '--bias', '--min-boards', '--sort', '--columns', '-n', '--interval', '--count', '--once-changed', '--json', '--events', '--exec', '--bell', '--on', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '-h', '--help'); Kind = 'one'; Words = @() }
        'symbol' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '--json', '-h', '--help'); Kind = 'one'; Words = @() }
        'confluence' = @{ Options = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--symbol', '--bias', '--min-boards', '--sort', '--columns', '--first', '--sandbox', '--base-url', '--timeout', '--retries', '-q', '--quiet', '--debug', '--color', '--no-color', '--palette', '--json', '--csv', '-h', '--help'); Kind = 'one'; Words = @() }
        'login' = @{ Options = @('--base-url', '--no-verify', '--timeout', '--debug', '-h', '--help'); Kind = 'one'; Words = @() }
        'logout' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @() }
        'status' = @{ Options = @('--json', '--sandbox', '--base-url', '--timeout', '--debug', '-h', '--help'); Kind = 'one'; Words = @() }
        'config' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('list', 'get', 'set', 'unset', 'path') }
        'config list' = @{ Options = @('--json', '-h', '--help'); Kind = 'one'; Words = @() }
        'config get' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('baseUrl', 'timeframe', 'limit', 'boards', 'interval', 'palette', 'columns') }
        'config set' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('baseUrl', 'timeframe', 'limit', 'boards', 'interval', 'palette', 'columns') }
        'config set baseUrl' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @() }
        'config set timeframe' = @{ Options = @('-h', '--help'); Kind = 'list'; Words = @('scalp', 'day', 'swing', 'position', 'investing', 'all') }
        'config set limit' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @() }
        'config set boards' = @{ Options = @('-h', '--help'); Kind = 'list'; Words = @('alerted', 'movers', 'rvol', 'momentum', 'emaTrend', 'forum', 'search', 'moneyFlow', 'lowFloat', 'shorted', 'smartMoney', 'insiderBuys', 'buzz', 'steady', 'relStrength', 'breakouts', 'pullback', 'highClub') }
        'config set interval' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @() }
        'config set palette' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('classic', 'colorblind', 'red-up', 'mono') }
        'config set columns' = @{ Options = @('-h', '--help'); Kind = 'list'; Words = @('rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias', 'metric', 'tag') }
        'config unset' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('baseUrl', 'timeframe', 'limit', 'boards', 'interval', 'palette', 'columns') }
        'config path' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @() }
        'completion' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('bash', 'zsh', 'fish', 'powershell') }
        'sandbox' = @{ Options = @('--port', '--seed', '--recompute', '--latency', '--fault', '-h', '--help'); Kind = 'one'; Words = @() }
        'help' = @{ Options = @('-h', '--help'); Kind = 'one'; Words = @('boards', 'top', 'watch', 'symbol', 'confluence', 'login', 'logout', 'status', 'config', 'completion', 'sandbox', 'help', 'exit-codes', 'environment', 'json') }
    }

    # By flag, or by place and flag where a command differs: what the value can be.
    $values = @{
        '-t' = @{ Kind = 'list'; Words = @('scalp', 'day', 'swing', 'position', 'investing', 'all') }
        '--timeframe' = @{ Kind = 'list'; Words = @('scalp', 'day', 'swing', 'position', 'investing', 'all') }
        '-b' = @{ Kind = 'list'; Words = @('alerted', 'movers', 'rvol', 'momentum', 'emaTrend', 'forum', 'search', 'moneyFlow', 'lowFloat', 'shorted', 'smartMoney', 'insiderBuys', 'buzz', 'steady', 'relStrength', 'breakouts', 'pullback', 'highClub') }
        '--board' = @{ Kind = 'list'; Words = @('alerted', 'movers', 'rvol', 'momentum', 'emaTrend', 'forum', 'search', 'moneyFlow', 'lowFloat', 'shorted', 'smartMoney', 'insiderBuys', 'buzz', 'steady', 'relStrength', 'breakouts', 'pullback', 'highClub') }
        '--bias' = @{ Kind = 'one'; Words = @('bullish', 'bearish', 'neutral') }
        '--sort' = @{ Kind = 'one'; Words = @('rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias', 'metric', 'tag') }
        '--columns' = @{ Kind = 'list'; Words = @('rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias', 'metric', 'tag') }
        '--color' = @{ Kind = 'one'; Words = @('auto', 'always', 'never') }
        '--palette' = @{ Kind = 'one'; Words = @('classic', 'colorblind', 'red-up', 'mono') }
        '--on' = @{ Kind = 'list'; Words = @('entered', 'left', 'moved', 'topPlay', 'bias', 'session') }
        'confluence --sort' = @{ Kind = 'one'; Words = @('rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias') }
        'confluence --columns' = @{ Kind = 'list'; Words = @('rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias') }
    }
    $withValue = @('-t', '--timeframe', '-l', '--limit', '-b', '--board', '--symbol', '--bias', '--min-boards', '--sort', '--columns', '--base-url', '--timeout', '--retries', '--color', '--palette', '-n', '--interval', '--count', '--exec', '--on', '--first', '--port', '--seed', '--recompute', '--latency', '--fault')

    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $line = @($commandAst.ToString().PadRight($length).Substring(0, $length) -split '\s+')
    $current = $line[-1]
    $place = ''
    $option = ''
    $closed = $false
    foreach ($word in ($line | Select-Object -Skip 1 | Select-Object -SkipLast 1)) {
        if ($option) { $option = ''; continue }
        $next = "$place $word".Trim()
        if ($withValue -ccontains $word) { $option = $word }
        elseif (-not $word.StartsWith('-')) {
            if (-not $closed -and $places.ContainsKey($next)) { $place = $next } else { $closed = $true }
        }
        # After its options the program takes no command.
        if (-not $place) { $closed = $true }
    }

    $before = ''
    if ($current -match '^(--[^=]+)=(.*)$') {
        $option = $Matches[1]
        $before = "$option="
        $current = $Matches[2]
    }
    $choices = @{ Kind = 'one'; Words = @() }
    if ($option) {
        foreach ($key in $option, "$place $option") {
            if ($values.ContainsKey($key)) { $choices = $values[$key] }
        }
    }
    elseif ($current.StartsWith('-')) { $choices = @{ Kind = 'one'; Words = $places[$place].Options } }
    elseif (-not $closed) { $choices = $places[$place] }

    $taken = @()
    if ($choices.Kind -eq 'list' -and $current.Contains(',')) {
        $head = $current.Substring(0, $current.LastIndexOf(',') + 1)
        $taken = $head.Split(',')
        $before += $head
        $current = $current.Substring($head.Length)
    }
    # PowerShell may ask for the part after the last comma alone.
    if (-not $wordToComplete.StartsWith($before)) { $before = '' }
    $fits = { $_.StartsWith($current, [StringComparison]::OrdinalIgnoreCase) -and $taken -notcontains $_ }
    $choices.Words | Where-Object $fits | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new("$before$_", $_, 'ParameterValue', $_)
    }
}
