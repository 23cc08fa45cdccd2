import { Argument } from 'commander';
import type { Specification } from '../cli/specification.ts';
import { oneOf } from '../cli/values/lists.ts';
import type { Context } from '../context.ts';

/** The script of each shell: a file in `completions/` of the package, or an asset of the executable. */
const SCRIPTS = { bash: 'boards.bash', zsh: 'boards.zsh', fish: 'boards.fish', powershell: 'boards.ps1' };
const SHELLS = Object.keys(SCRIPTS);

const INSTALL = `To install:
  bash        echo 'source <(boards completion bash)' >> ~/.bashrc
  zsh         echo 'source <(boards completion zsh)' >> ~/.zshrc
              (put it after the line with compinit)
  fish        boards completion fish > ~/.config/fish/completions/boards.fish
  powershell  boards completion powershell | Out-String | Invoke-Expression
              (add this line to the file $PROFILE)

Then open a new shell, and try: boards --timeframe sw<Tab>`;

export const command = (context: Context): Specification => ({
  arguments: [new Argument('<shell>', SHELLS.join(', ')).argParser(oneOf('shell', SHELLS))],
  notes: INSTALL,
  async run(_options, shell: keyof typeof SCRIPTS) {
    const { readFile } = await import('node:fs/promises');
    const { getAsset, isSea } = await import('node:sea');
    const name = SCRIPTS[shell];
    const file = new URL(`../../completions/${name}`, import.meta.url);
    context.stdout.write(isSea() ? getAsset(name, 'utf8') : await readFile(file, 'utf8'));
  },
});
