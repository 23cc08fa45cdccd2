import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deleteKey } from '../../src/config/delete-key.ts';
import { readConfig } from '../../src/config/file.ts';
import { tightenModes } from '../../src/config/permissions.ts';
import { saveConfig } from '../../src/config/save.ts';
import { ConfigError } from '../../src/errors.ts';
import { createFake, type Fake, KEY } from './fake-context.ts';

const umask = process.umask();
afterEach(() => {
  vi.unstubAllEnvs();
  process.umask(umask);
});

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function stored(fake: Fake): unknown {
  return JSON.parse(readFileSync(fake.file, 'utf8'));
}

/** Puts a config file there by hand. */
function place(fake: Fake, content: unknown, mode = 0o600): void {
  mkdirSync(dirname(fake.file), { recursive: true, mode: 0o700 });
  writeFileSync(fake.file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(fake.file, mode);
}

describe('saving', () => {
  test.each([
    ['', 0o000],
    ['', 0o022],
    ['', 0o077],
    ['1', 0o000],
    ['1', 0o077],
  ])('makes a private file and directory (SNAP=%j, umask %i)', async (snap, mask) => {
    vi.stubEnv('SNAP', snap);
    process.umask(mask);
    const fake = createFake();
    await saveConfig((fields) => ({ ...fields, apiKey: KEY }), fake.context);
    expect([modeOf(fake.file), modeOf(fake.directory)]).toEqual(['600', '700']);
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test.each(['1', ''])('closes an open file and our own directory (SNAP=%j)', async (snap) => {
    vi.stubEnv('SNAP', snap);
    const { directory } = createFake();
    const options = {
      env: { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: directory },
      homeDirectory: '/home/other',
    };
    const own = join(directory, 'ranked-boards');
    const fake = { ...createFake(), file: join(own, 'config.json'), directory: own };
    place(fake, { limit: 3 }, 0o644);
    chmodSync(own, 0o755);
    const { warnings } = await saveConfig((fields) => fields, createFake(options).context);
    expect([modeOf(fake.file), modeOf(fake.directory)]).toEqual(['600', '700']);
    expect(warnings).toHaveLength(1);
  });

  test('keeps fields that it does not know, and the names that JavaScript treats in its own way', async () => {
    const fake = createFake();
    place(fake, '{"later":{"a":[1]},"__proto__":{"b":1},"constructor":2,"a.b":3}');
    await saveConfig((fields) => ({ ...fields, limit: 5 }), fake.context);
    expect(readFileSync(fake.file, 'utf8').replace(/\s/g, '')).toBe(
      '{"later":{"a":[1]},"__proto__":{"b":1},"constructor":2,"a.b":3,"limit":5}',
    );
  });

  test('replaces what a symbolic link points to, not the link', async () => {
    const fake = createFake();
    place(fake, { limit: 3 });
    const real = join(dirname(fake.directory), 'real.json');
    renameSync(fake.file, real);
    symlinkSync(real, fake.file);
    await saveConfig((fields) => ({ ...fields, apiKey: KEY }), fake.context);
    expect(lstatSync(fake.file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ limit: 3, apiKey: KEY });
  });

  test('binds a key written by hand to the base URL beside it, before that changes', async () => {
    const fake = createFake();
    place(fake, { apiKey: KEY, baseUrl: 'https://old.example/v' });
    await saveConfig((fields) => ({ ...fields, baseUrl: 'https://new.example' }), fake.context);
    expect(stored(fake)).toMatchObject({ apiKeyOrigin: 'https://old.example' });
  });

  test('loses no change when many save at once', async () => {
    const fake = createFake();
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    const key = saveConfig((fields) => ({ ...fields, apiKey: KEY }), fake.context);
    const others = names.map((name) => saveConfig((fields) => ({ ...fields, [name]: 1 }), fake.context));
    await Promise.all([key, ...others]);
    expect(stored(fake)).toEqual({ apiKey: KEY, ...Object.fromEntries(names.map((name) => [name, 1])) });
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test('goes on after a save that was killed, and removes what it left', async () => {
    const fake = createFake();
    place(fake, { limit: 3 });
    writeFileSync(`${fake.file}.lock`, 'of a dead process');
    writeFileSync(`${fake.file}.tmp-0123abcd`, KEY);
    writeFileSync(`${fake.file}.tmp-0123abcd.tmp-1780000000abcdef`, KEY);
    await saveConfig((fields) => ({ ...fields, limit: 4 }), fake.context);
    expect(stored(fake)).toEqual({ limit: 4 });
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test('does not undo the change of somebody who took a slow save for dead', async () => {
    const fake = createFake();
    place(fake, {});
    let runs = 0;
    await saveConfig((fields) => {
      if (runs++ === 0) {
        writeFileSync(`${fake.file}.lock`, 'of somebody else');
        writeFileSync(fake.file, JSON.stringify({ theirs: 1 }));
      }
      return { ...fields, ours: 1 };
    }, fake.context);
    expect(stored(fake)).toEqual({ theirs: 1, ours: 1 });
  });
});

describe('saving that fails', () => {
  test('names path and errno at once, and leaves nothing', async () => {
    const fake = createFake();
    writeFileSync(fake.directory, 'a file where the directory should be');
    const saved = saveConfig((fields) => fields, fake.context);
    await expect(saved).rejects.toThrow(/^could not save .*config\.json: (ENOTDIR|EEXIST)$/);
    await expect(saved).rejects.toBeInstanceOf(ConfigError);
  });

  test('fails at once in a directory that cannot be written', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root can write everywhere');
    skip(process.platform === 'win32', 'modes do not protect directories');
    const fake = createFake();
    place(fake, { limit: 3 });
    chmodSync(fake.directory, 0o500);
    await expect(saveConfig((fields) => fields, fake.context)).rejects.toThrow(/could not save .*: EACCES/);
    chmodSync(fake.directory, 0o700);
    expect(stored(fake)).toEqual({ limit: 3 });
  });

  test('keeps the old file when conf cannot write the new one', async () => {
    const fake = createFake();
    place(fake, { apiKey: KEY });
    const unwritable = { toJSON: () => failWith('ENOSPC') };
    await expect(saveConfig((fields) => ({ ...fields, unwritable }), fake.context)).rejects.toThrow(
      /could not save .*config\.json: ENOSPC/,
    );
    expect(stored(fake)).toEqual({ apiKey: KEY });
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test.each([
    ['ENOSPC', /^Free space on the disk, or set BOARDS_CONFIG_DIR/],
    ['EACCES', /^Make its directory writable, or set BOARDS_CONFIG_DIR/],
    ['EISDIR', /^Check what is in its place, or set BOARDS_CONFIG_DIR/],
    ['ENOTDIR', /^Check what is in its place, or set BOARDS_CONFIG_DIR/],
    ['EIO', /^Set BOARDS_CONFIG_DIR to another directory/],
  ])('%s: the hint names the fix', async (code, hint) => {
    const { context } = createFake();
    await expect(saveConfig(() => failWith(code), context)).rejects.toMatchObject({
      hint: expect.stringMatching(hint),
    });
  });

  test('leaves no temporary file when the last step fails', async () => {
    const fake = createFake();
    place(fake, {});
    const saved = saveConfig(() => {
      rmSync(fake.file);
      mkdirSync(fake.file);
      return { apiKey: KEY };
    }, fake.context);
    await expect(saved).rejects.toThrow(/could not save .*config\.json: EISDIR/);
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test('never rewrites a file that it cannot read', async () => {
    const fake = createFake();
    place(fake, '{"apiKey": "abc');
    await expect(saveConfig((fields) => fields, fake.context)).rejects.toThrow(/is not valid JSON/);
    expect(readFileSync(fake.file, 'utf8')).toBe('{"apiKey": "abc');
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test('ends with the reason of an abort while another process saves', async () => {
    const fake = createFake();
    place(fake, {});
    writeFileSync(`${fake.file}.lock`, 'of another process');
    fake.stopping.abort({ stop: 'SIGINT' });
    await expect(saveConfig((fields) => fields, fake.context)).rejects.toEqual({ stop: 'SIGINT' });
    expect(existsSync(`${fake.file}.lock`)).toBe(true);
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('reading', () => {
  test('tightens a loose mode with one warning, and then is silent', async () => {
    const fake = createFake();
    place(fake, { apiKey: KEY }, 0o644);
    const { fields, warnings } = readConfig(fake.context);
    expect(fields).toEqual({ apiKey: KEY });
    expect(warnings).toEqual([`${fake.file} was open to other users (mode 0644); it is now 0600`]);
    expect(modeOf(fake.file)).toBe('600');
    expect(readConfig(fake.context).warnings).toEqual([]);
  });

  test('warns of a mode that it cannot tighten, and no more', ({ skip }) => {
    skip(process.platform !== 'linux', 'needs /proc');
    // Nobody, not even root, may change the mode of a file of the kernel.
    const { context } = createFake();
    expect(tightenModes({ path: '/proc/self/status', isFromEnvironment: false }, context)).toEqual([
      '/proc/self/status is open to other users (mode 0444) and its mode cannot be changed: EPERM',
    ]);
  });

  test.each(['0644', '1644', '4755', '2664', '7777', '0666'])(
    'closes a file of mode %s, whatever its special bits',
    (mode) => {
      const fake = createFake();
      place(fake, { apiKey: KEY }, Number.parseInt(mode, 8));
      const { warnings } = readConfig(fake.context);
      expect(warnings).toEqual([`${fake.file} was open to other users (mode ${mode}); it is now 0600`]);
      expect(statSync(fake.file).mode & 0o7777).toBe(0o600);
    },
  );

  test.each([
    ['holds files of others', 0o755, ['notes.txt']],
    ['holds a directory of others', 0o777, ['.git']],
    ['is shared by its mode', 0o1777, []],
    ['holds our file alone', 0o755, []],
    ['holds our files alone', 0o2777, ['config.json.lock', 'config.json.tmp-0123abcd']],
    ['belongs to a group', 0o2770, []],
  ] as const)('leaves a named directory that %s as it is, with one warning', (_, mode, others) => {
    const { directory } = createFake();
    const fake = createFake({ env: { BOARDS_CONFIG_DIR: directory }, homeDirectory: '/home/other' });
    place(fake, {});
    for (const name of others) mkdirSync(join(directory, name));
    chmodSync(directory, mode);
    const was = mode.toString(8).padStart(4, '0');
    const warning = `${directory} is open to other users (mode ${was}) and was not changed: BOARDS_CONFIG_DIR names it`;
    expect(readConfig(fake.context).warnings).toEqual([warning]);
    expect(statSync(directory).mode & 0o7777).toBe(mode);
  });

  test('leaves a named directory that is still empty as it is when it stores something there', async () => {
    const { directory } = createFake();
    const fake = createFake({ env: { BOARDS_CONFIG_DIR: directory }, homeDirectory: '/home/other' });
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o2777);
    const { warnings } = await saveConfig((fields) => ({ ...fields, limit: 3 }), fake.context);
    expect(warnings).toHaveLength(1);
    expect(statSync(directory).mode & 0o7777).toBe(0o2777);
    expect(modeOf(fake.file)).toBe('600');
  });

  test.each([
    [0o755, '0700'],
    [0o2775, '2700'],
  ])('closes our directory in the place for settings, whatever is in it (mode %i)', (mode, closed) => {
    const { directory } = createFake();
    const env = { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: directory };
    const own = join(directory, 'ranked-boards');
    mkdirSync(own, { recursive: true });
    for (const name of ['config.json', 'notes.txt']) writeFileSync(join(own, name), '{}', { mode: 0o600 });
    chmodSync(own, mode);
    const { warnings } = readConfig(createFake({ env, homeDirectory: '/home/other' }).context);
    const was = mode.toString(8).padStart(4, '0');
    expect(warnings).toEqual([`${own} was open to other users (mode ${was}); it is now ${closed}`]);
    expect(statSync(own).mode & 0o7777).toBe(Number.parseInt(closed, 8));
  });

  test('leaves the home directory as it is, without a warning', () => {
    const { directory } = createFake();
    const fake = createFake({ env: { BOARDS_CONFIG_DIR: directory }, homeDirectory: directory });
    place(fake, {});
    chmodSync(directory, 0o755);
    expect(readConfig(fake.context).warnings).toEqual([]);
    expect(statSync(directory).mode & 0o7777).toBe(0o755);
  });

  test('writes nothing where there is nothing', async () => {
    const fake = createFake();
    expect(readConfig(fake.context)).toEqual({ path: fake.file, fields: {}, warnings: [] });
    expect(existsSync(fake.directory)).toBe(false);
  });

  test.each([
    ['', /is not valid JSON/],
    ['{"apiKey": "rb_live_Zq81x', /is not valid JSON/],
    ['\ufeff{}', /is not valid JSON/],
    ['rb_live_Zq81x', /is not valid JSON/],
    ['null', /does not contain a JSON object/],
    ['[]', /does not contain a JSON object/],
    ['"rb_live_Zq81x"', /does not contain a JSON object/],
    [' '.repeat(2 ** 20 + 1), /is too large/],
  ])('refuses a bad file (%#), names the path and shows no excerpt', async (content, message) => {
    const fake = createFake();
    place(fake, content);
    const error = thrownBy(() => readConfig(fake.context));
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toMatch(message);
    expect(error.message).toContain(fake.file);
    expect(`${error.message}${error.hint}${String(error.cause)}`).not.toContain('Zq81x');
    expect(readFileSync(fake.file, 'utf8')).toBe(content);
  });

  test('names what is in the way', async () => {
    const directory = createFake();
    mkdirSync(directory.file, { recursive: true });
    expect(() => readConfig(directory.context)).toThrow(/cannot read .*config\.json: EISDIR/);
    const parent = createFake();
    writeFileSync(parent.directory, '');
    expect(() => readConfig(parent.context)).toThrow(/cannot read .*config\.json: ENOTDIR/);
  });
});

describe('forgetting the key', () => {
  test.each([
    [{ apiKey: KEY, apiKeyOrigin: 'https://a.example', limit: 3 }, true, { limit: 3 }],
    [{ apiKey: { odd: KEY } }, true, {}],
    [{ limit: 3 }, false, { limit: 3 }],
  ])('%# leaves it in no file', async (fields, wasStored, rest) => {
    const fake = createFake();
    place(fake, fields);
    writeFileSync(`${fake.file}.tmp-0123abcd`, KEY);
    expect(await deleteKey(fake.context)).toEqual({ wasStored, deletedFiles: [] });
    expect(stored(fake)).toEqual(rest);
    expect(readdirSync(fake.directory)).toEqual(['config.json']);
  });

  test("a directory with the name of a temporary file is not ours, and in nobody's way", async () => {
    const fake = createFake();
    place(fake, { apiKey: KEY });
    mkdirSync(`${fake.file}.tmp-abc`);
    await saveConfig((fields) => ({ ...fields, limit: 3 }), fake.context);
    expect(stored(fake)).toEqual({ apiKey: KEY, limit: 3 });
    expect(await deleteKey(fake.context)).toEqual({ wasStored: true, deletedFiles: [] });
    expect(stored(fake)).toEqual({ limit: 3 });
    expect(await deleteKey(fake.context)).toEqual({ wasStored: false, deletedFiles: [] });
    expect(readdirSync(fake.directory).sort()).toEqual(['config.json', 'config.json.tmp-abc']);
  });

  test('works where there is nothing, and makes nothing', async () => {
    const fake = createFake();
    const nothing = { wasStored: false, deletedFiles: [] };
    expect(await deleteKey(fake.context)).toEqual(nothing);
    expect(existsSync(fake.directory)).toBe(false);
    const homeless = createFake({ env: { BOARDS_CONFIG_DIR: '' }, homeDirectory: '' });
    expect(await deleteKey(homeless.context)).toEqual(nothing);
  });
});

function failWith(code: string): never {
  throw Object.assign(new Error('as the disk would'), { code });
}
