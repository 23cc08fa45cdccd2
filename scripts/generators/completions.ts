import type { Command } from 'commander';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import { renderManual } from './manual.ts';
import { listPlaces } from './places.ts';
import { renderPowershell } from './powershell.ts';
import { renderZsh } from './zsh.ts';

/** The contents of `completions/` by file name: one script per shell, and the manual page. */
export function generateCompletions(program: Command): Readonly<Record<string, string>> {
  const places = listPlaces(program);
  return {
    'boards.bash': renderBash(places),
    'boards.zsh': renderZsh(places),
    'boards.fish': renderFish(places),
    'boards.ps1': renderPowershell(places),
    'boards.1': renderManual(program),
  };
}
