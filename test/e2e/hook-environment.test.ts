import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

test.concurrent.each([
  ['has no RES_OPTIONS if the user has not set it', {}, '[]'],
  ['has the RES_OPTIONS of the user', { RES_OPTIONS: 'ndots:1' }, '[ndots:1]'],
])(
  'the environment of a hook %s, although the program sets it for its own lookups',
  async (_, extra, seen) => {
    let second = 0;
    const server = await serveHttp((_request, response) => {
      const boards = { movers: [rowOf({ symbol: `S${second}` })] };
      response.end(JSON.stringify(bodyOf({ asOf: `2026-06-03T14:30:0${second++}.000Z`, boards })));
    });
    const file = join(temporaryDirectory(), 'seen');
    const args = [
      'watch',
      '--events',
      '-n',
      '1',
      '--count',
      '2',
      '--exec',
      `echo "[$RES_OPTIONS]" > ${file}`,
    ];
    const env = {
      BOARDS_BASE_URL: `http://localhost:${server.port}`,
      BOARDS_API_KEY: 'of-the-test',
      ...extra,
    };
    expect(await runProgram(args, { env })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).toBe(`${seen}\n`);
  },
);
