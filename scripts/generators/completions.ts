import type { Command } from 'commander';
import { renderBash, renderZsh } from './bash-zsh.ts';
import { completionsOf } from './choices.ts';
import { renderFish } from './fish.ts';
import { renderManual } from './manual.ts';
import { renderPowershell } from './powershell.ts';

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
