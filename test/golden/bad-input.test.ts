import { expect, test } from 'vitest';
import { describeResult, goldenFolder } from '../support/golden.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('bad-input');

const GROUPS = [
  'at',
  'cooldown',
  'for',
  'for-the-pane-only',
  'format',
  'from',
  'help-topics',
  'initial-and-notify',
  'interval-and-timeout',
  'missing-values',
  'mistyped-words',
  'of-another-command',
  'of-sandbox',
  'option-as-value',
  'other-values',
  'other-ways',
  'plain',
  'replay',
  'since',
  'timezone',
  'too-many-arguments',
  'two-machine-formats',
  'until-and-on',
  'words-of-other-programs',
];

// What a person sees is in a file for each group: the error, and what to do. The clock shows 14:30 UTC.
test.each(GROUPS)('command lines that are not understood: %s', async (group) => {
  const blocks: Array<string> = [];
  for (const line of golden.commandLinesOf(group)) {
    const result = await runCli(line);
    const { exitCode, stdout, world } = result;
    const requests = world.requests.length;
    expect({ line, exitCode, stdout, requests }).toEqual({ line, exitCode: 2, stdout: '', requests: 0 });
    blocks.push(describeResult(line, result));
  }
  await golden.matches(group, blocks.join('\n'));
});
