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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { deleteKey } from '../../src/settings/delete-key.ts';
import { checkLocation, readConfig } from '../../src/settings/file.ts';
import { PROJECT_NAME } from '../../src/settings/places.ts';
import { saveConfig } from '../../src/settings/save.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { temporaryDirectory, writeConfigFile } from '../support/directories.ts';
import { errorOf } from '../support/errors.ts';
import { isWindows } from '../support/system.ts';
import { createEmptyWorld, type World } from '../support/world.ts';

/** Writes the config file as a user might. */
function place({ configDirectory }: World, content: unknown, mode?: number): void {
  writeConfigFile(configDirectory, content, mode);
}

describe('saving', () => {
  test('keeps unknown fields, and names that are special in JavaScript', async () => {
    const world = createEmptyWorld({
      config: '{"later":{"a":[1]},"__proto__":{"b":1},"constructor":2,"a.b":3}',
    });
    await saveConfig((fields) => ({ ...fields, limit: 5 }), world.context);
    expect(readFileSync(world.configFile, 'utf8').replace(/\s/g, '')).toBe(
      '{"later":{"a":[1]},"__proto__":{"b":1},"constructor":2,"a.b":3,"limit":5}',
    );
  });

  test.skipIf(isWindows).each([
    ['a file', true, { limit: 3, apiKey: KEY }],
    ['no file yet', false, { apiKey: KEY }],
  ])('replaces the target of a symbolic link to %s, not the link', async (_, exists, expected) => {
    const world = createEmptyWorld({ config: { limit: 3 } });
    const real = join(dirname(world.configDirectory), 'real.json');
    renameSync(world.configFile, exists ? real : `${real}.old`);
    symlinkSync(relative(world.configDirectory, real), world.configFile);
    await saveConfig((fields) => ({ ...fields, apiKey: KEY }), world.context);
    expect(lstatSync(world.configFile).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual(expected);
  });

  test('fails where another process took the lock while this one was stopped', async () => {
    const world = createEmptyWorld({ config: { apiKey: KEY, limit: 3 } });
    const lock = `${world.configFile}.lock`;
    const saving = saveConfig((fields) => {
      // The other process still holds the lock, and has changed what this one has read.
      rmSync(lock);
      writeFileSync(lock, '');
      utimesSync(lock, 1, 1);
      writeFileSync(world.configFile, '{"limit":3}');
      return { ...fields, limit: 4 };
    }, world.context);
    await expect(saving).rejects.toMatchObject({
      message: `could not save ${world.configFile}: another process took its lock`,
      hint: 'Try again.',
    });
    expect(world.storedConfig()).toEqual({ limit: 3 });
    expect(readdirSync(world.configDirectory)).toEqual(['config.json', 'config.json.lock']);
  });

  test('ends within five seconds where other processes take the lock again and again', async () => {
    const world = createEmptyWorld({ config: { limit: 3 } });
    const lock = `${world.configFile}.lock`;
    writeFileSync(lock, '');
    let slept = 0;
    const sleep = async (milliseconds: number) => {
      slept += milliseconds;
      utimesSync(lock, slept, slept);
    };
    const context = { ...world.context, clock: { ...world.context.clock, sleep } };
    await expect(saveConfig((fields) => ({ ...fields, limit: 4 }), context)).rejects.toThrow(
      `could not save: another program holds the lock ${lock}`,
    );
    expect(slept).toBeLessThanOrEqual(5000);
    expect(world.storedConfig()).toEqual({ limit: 3 });
  });
});

describe('saving that fails', () => {
  test('leaves no temporary file when the last step fails', async () => {
    const world = createEmptyWorld();
    place(world, {});
    const saved = saveConfig(() => {
      rmSync(world.configFile);
      mkdirSync(world.configFile);
      return { apiKey: KEY };
    }, world.context);
    await expect(saved).rejects.toThrow(/could not save .*config\.json: EISDIR/);
    expect(readdirSync(world.configDirectory)).toEqual(['config.json']);
  });

  test.each([
    ['win32', 'Close the program that has it open, or make its directory writable'],
    ['linux', 'Make its directory writable'],
  ])('says what to do on %s', async (platform, hint) => {
    const world = createEmptyWorld();
    place(world, {});
    const context = { ...world.context, platform };
    const location = { path: world.configFile, isFromEnvironment: true, note: null, otherFiles: [] };
    const fail = () => {
      rmSync(world.configFile);
      mkdirSync(world.configFile);
      return {};
    };
    const saved = saveConfig(fail, context, location);
    await expect(saved).rejects.toMatchObject({ hint: expect.stringContaining(hint) });
  });

  test('never rewrites a file that it cannot read', async () => {
    const world = createEmptyWorld({ config: '{"apiKey": "abc' });
    await expect(saveConfig((fields) => fields, world.context)).rejects.toThrow(/is not valid JSON/);
    expect(readFileSync(world.configFile, 'utf8')).toBe('{"apiKey": "abc');
    expect(readdirSync(world.configDirectory)).toEqual(['config.json']);
  });
});

describe('reading', () => {
  test('only warns if it cannot change the mode', ({ skip }) => {
    skip(process.platform !== 'linux', 'needs /proc');
    // Not even root may change the mode of a file of the kernel.
    const { context } = createEmptyWorld();
    const location = { path: '/proc/self/status', isFromEnvironment: false, note: null, otherFiles: [] };
    expect(checkLocation(location, {}, context)).toEqual([
      '/proc/self/status is open to other users (mode 0444) and its mode cannot be changed: EPERM',
    ]);
  });

  test.skipIf(isWindows).each(['0644', '1644', '4755', '2664', '7777', '0666'])(
    'makes a file of mode %s private',
    (mode) => {
      const world = createEmptyWorld();
      place(world, { apiKey: KEY }, Number.parseInt(mode, 8));
      const { warnings } = readConfig(world.context);
      expect(warnings).toEqual([
        `${world.configFile} was open to other users (mode ${mode}); it is now 0600`,
      ]);
      expect(statSync(world.configFile).mode & 0o7777).toBe(0o600);
      expect(readConfig(world.context).warnings).toEqual([]);
    },
  );

  /** A world whose BOARDS_CONFIG_DIR has this mode, the config file with these fields, and other entries. */
  function shared(mode: number, fields: object, others: ReadonlyArray<string> = []) {
    const { configDirectory: directory } = createEmptyWorld();
    const world = createEmptyWorld({ env: { BOARDS_CONFIG_DIR: directory }, homeDirectory: '/home/other' });
    place(world, fields);
    for (const name of others) mkdirSync(join(directory, name));
    chmodSync(directory, mode);
    const was = mode.toString(8).padStart(4, '0');
    const warning = `${directory} is open to other users (mode ${was}) and was not changed, because BOARDS_CONFIG_DIR names it; restrict it with chmod 700`;
    return { world, directory, warning };
  }

  const WITH_KEY = { apiKey: KEY };

  test.skipIf(isWindows).each([
    ['holds files of others', 0o755, ['notes.txt'], WITH_KEY],
    ['holds a directory of others', 0o777, ['.git'], WITH_KEY],
    ['is shared by its mode', 0o1777, [], WITH_KEY],
    ['holds our file alone', 0o755, [], WITH_KEY],
    ['holds our files alone', 0o2777, ['config.json.lock', 'config.json.tmp-0123abcd'], WITH_KEY],
    ['belongs to a group', 0o2770, [], WITH_KEY],
    ['all others may write to, even without a key', 0o777, ['notes.txt'], { limit: 3 }],
  ] as const)('does not change a BOARDS_CONFIG_DIR that %s, with one warning', (_, mode, others, fields) => {
    const { world, directory, warning } = shared(mode, fields, others);
    expect(readConfig(world.context).warnings).toEqual([warning]);
    expect(statSync(directory).mode & 0o7777).toBe(mode);
  });

  test.skipIf(isWindows).each([0o755, 0o750, 0o2770, 0o775])(
    'does not warn of a BOARDS_CONFIG_DIR of mode %i while its file holds no key',
    (mode) => {
      const { world, directory } = shared(mode, { limit: 3 }, ['notes.txt']);
      expect(readConfig(world.context).warnings).toEqual([]);
      expect(statSync(directory).mode & 0o7777).toBe(mode);
    },
  );

  test.skipIf(isWindows)(
    'warns when a key is saved in a BOARDS_CONFIG_DIR that is open, and not when it is deleted',
    async () => {
      const { world, directory, warning } = shared(0o755, {});
      const save = (fields: JsonObject) => saveConfig(() => fields, world.context);
      expect((await save({ limit: 3 })).warnings).toEqual([]);
      expect((await save(WITH_KEY)).warnings).toEqual([warning]);
      expect((await save({ limit: 3 })).warnings).toEqual([]);
      expect(statSync(directory).mode & 0o7777).toBe(0o755);
    },
  );

  test.skipIf(isWindows).each([
    [0o755, '0700'],
    [0o2775, '2700'],
  ])('restricts the default directory, even with other files in it (mode %i)', (mode, closed) => {
    const { configDirectory: directory } = createEmptyWorld();
    const env = { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: directory };
    const own = join(directory, 'ranked-boards');
    mkdirSync(own, { recursive: true });
    for (const name of ['config.json', 'notes.txt']) writeFileSync(join(own, name), '{}', { mode: 0o600 });
    chmodSync(own, mode);
    const { warnings } = readConfig(createEmptyWorld({ env, homeDirectory: '/home/other' }).context);
    const was = mode.toString(8).padStart(4, '0');
    expect(warnings).toEqual([`${own} was open to other users (mode ${was}); it is now ${closed}`]);
    expect(statSync(own).mode & 0o7777).toBe(Number.parseInt(closed, 8));
  });

  test('may begin with a byte order mark, which saving removes', async () => {
    const world = createEmptyWorld({ config: '\ufeff{"limit":3}' });
    expect(readConfig(world.context).fields).toEqual({ limit: 3 });
    await saveConfig((fields) => ({ ...fields, plain: true }), world.context);
    expect(world.storedConfig()).toEqual({ limit: 3, plain: true });
  });

  test.each([
    ['with', Buffer.from('\ufeff{"limit":3}', 'utf16le')],
    ['with, most significant byte first,', Buffer.from('\ufeff{"limit":3}', 'utf16le').swap16()],
    ['without', Buffer.from('{"limit":3}', 'utf16le')],
  ])('in UTF-16 %s a byte order mark is refused with what to do', (_, bytes) => {
    const world = createEmptyWorld({ config: {} });
    writeFileSync(world.configFile, bytes);
    const error = errorOf(() => readConfig(world.context));
    expect(error).toMatchObject({
      message: `the config file ${world.configFile} is encoded in UTF-16`,
      hint: 'Save it as UTF-8.',
    });
  });

  test('creates no file', () => {
    const world = createEmptyWorld();
    expect(readConfig(world.context)).toEqual({ fields: {}, warnings: [] });
    expect(existsSync(world.configDirectory)).toBe(false);
  });

  test.each([
    ['', /is not valid JSON/],
    ['{"apiKey": "rb_live_Zq81x', /is not valid JSON/],
    ['\ufeff{', /is not valid JSON/],
    ['{\0}\0', /is encoded in UTF-16/],
    ['rb_live_Zq81x', /is not valid JSON/],
    ['null', /does not contain a JSON object/],
    ['[]', /does not contain a JSON object/],
    ['"rb_live_Zq81x"', /does not contain a JSON object/],
  ])('refuses an invalid file (%#), shows its path and no part of it', (content, message) => {
    const world = createEmptyWorld({ config: content });
    const error = errorOf(() => readConfig(world.context));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(message);
    expect(error.message).toContain(world.configFile);
    expect(`${error.message}${error.hint}${String(error.cause)}`).not.toContain('Zq81x');
    expect(readFileSync(world.configFile, 'utf8')).toBe(content);
  });
});

describe('deleting the stored key', () => {
  test.each([
    [{ apiKey: KEY, apiKeyOrigin: 'https://a.example', limit: 3 }, true, { limit: 3 }],
    [{ apiKey: { odd: KEY } }, true, {}],
    [{ limit: 3 }, false, { limit: 3 }],
  ])('removes it from all files, and keeps the other fields (%#)', async (fields, wasStored, rest) => {
    const world = createEmptyWorld();
    place(world, fields);
    writeFileSync(`${world.configFile}.tmp-0123abcd`, KEY);
    const path = wasStored ? world.configFile : `${world.configFile}.tmp-0123abcd`;
    expect(await deleteKey(world.context)).toEqual([{ path, lost: null }]);
    expect(world.storedConfig()).toEqual(rest);
    expect(readdirSync(world.configDirectory)).toEqual(['config.json']);
  });

  test('a directory with the name of a temporary file is ignored', async () => {
    const world = createEmptyWorld();
    place(world, { apiKey: KEY });
    mkdirSync(`${world.configFile}.tmp-abc`);
    await saveConfig((fields) => ({ ...fields, limit: 3 }), world.context);
    expect(world.storedConfig()).toEqual({ apiKey: KEY, limit: 3 });
    expect(await deleteKey(world.context)).toEqual([{ path: world.configFile, lost: null }]);
    expect(world.storedConfig()).toEqual({ limit: 3 });
    expect(await deleteKey(world.context)).toEqual([]);
    expect(readdirSync(world.configDirectory).sort()).toEqual(['config.json', 'config.json.tmp-abc']);
  });

  test('works without any file, and creates none', async () => {
    const world = createEmptyWorld();
    expect(await deleteKey(world.context)).toEqual([]);
    expect(existsSync(world.configDirectory)).toBe(false);
    const homeless = createEmptyWorld({ env: { BOARDS_CONFIG_DIR: '' }, homeDirectory: '' });
    expect(await deleteKey(homeless.context)).toEqual([]);
  });

  test.skipIf(isWindows)('in a file that is no longer read: it is named', async () => {
    const { world, used, old } = worldOfTwoFiles({ limit: 3 }, { apiKey: KEY, limit: 4 });
    expect(await deleteKey(world.context)).toEqual([{ path: old, lost: null }]);
    expect(JSON.parse(readFileSync(old, 'utf8'))).toEqual({ limit: 4 });
    expect(JSON.parse(readFileSync(used, 'utf8'))).toEqual({ limit: 3 });
  });

  test.skipIf(isWindows)(
    'of which one file cannot be parsed, is deleted from the other one all the same',
    async () => {
      const { world, used, old } = worldOfTwoFiles('{', { apiKey: KEY });
      await expect(deleteKey(world.context)).rejects.toMatchObject({
        hint: expect.stringContaining(`or delete ${used}, which may still contain a key`),
      });
      expect(readFileSync(old, 'utf8')).not.toContain(KEY);
    },
  );
});

/** The config file that is used, and an old one in the default directory of macOS. */
function worldOfTwoFiles(usedContent: unknown, oldContent: unknown) {
  const homeDirectory = temporaryDirectory();
  const xdg = temporaryDirectory();
  const world = createEmptyWorld({
    platform: 'darwin',
    homeDirectory,
    env: { BOARDS_CONFIG_DIR: '', XDG_CONFIG_HOME: xdg },
  });
  const directories = {
    used: join(xdg, PROJECT_NAME),
    old: join(homeDirectory, 'Library/Preferences', PROJECT_NAME),
  };
  writeConfigFile(directories.used, usedContent);
  writeConfigFile(directories.old, oldContent);
  return {
    world,
    used: join(directories.used, 'config.json'),
    old: join(directories.old, 'config.json'),
  };
}
