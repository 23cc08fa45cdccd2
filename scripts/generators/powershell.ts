import { flagsWithValue, lastWord, type Place, valuesByFlag } from './places.ts';
import type { Values } from './values.ts';

/** The script for PowerShell, 5.1 and 7. */
export function renderPowershell(places: ReadonlyArray<Place>): string {
  return `# Completion of boards for PowerShell. Made by \`npm run completions\`: do not edit.

Register-ArgumentCompleter -Native -CommandName 'boards', 'ranked-boards' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # By place, the words that lead there: options, further words, and what an argument can be.
    $places = @{
${places.map(placeEntry).join('\n')}
    }

    # By flag, or by place and flag where a command differs: what the value can be.
    $values = @{
${valueEntries(places).join('\n')}
    }
    $withValue = ${list(flagsWithValue(places))}

    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $line = @($commandAst.ToString().PadRight($length).Substring(0, $length) -split '\\s+')
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
`;
}

function placeEntry(place: Place): string {
  const options = list(place.options.flatMap(({ flags }) => flags));
  const words =
    place.children.length > 0
      ? place.children.map(lastWord)
      : (place.argument?.words ?? []).map(({ text }) => text);
  return `        '${place.path}' = @{ Options = ${options}; Kind = '${kindOf(place.argument)}'; Words = ${list(words)} }`;
}

function valueEntries(places: ReadonlyArray<Place>): ReadonlyArray<string> {
  return [...valuesByFlag(places)]
    .filter(([, { words }]) => words.length > 0)
    .map(([flag, values]) => {
      const words = list(values.words.map(({ text }) => text));
      return `        '${flag}' = @{ Kind = '${kindOf(values)}'; Words = ${words} }`;
    });
}

function kindOf(values: Values | null): string {
  return values?.kind === 'list' ? 'list' : 'one';
}

function list(words: ReadonlyArray<string>): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
