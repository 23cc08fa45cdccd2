// `node build.js` builds the program for Node into dist/. `node build.js executable` also builds one file that contains Node.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licensePlugin } from 'rolldown-license-plugin';

const ROOT = dirname(fileURLToPath(import.meta.url));
const DIST = join(ROOT, 'dist');

const OUTPUT = {
  dir: DIST,
  format: 'cjs',
  // Names stay readable in the stacks of `--debug`.
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};

// Node starts one CommonJS file faster than many small modules or an ES module. The installed program needs
// no other packages.
const bundle = await rolldown({
  input: 'src/main.ts',
  cwd: ROOT,
  platform: 'node',
  logLevel: 'warn',
  plugins: [licensePlugin({ done: writeNotices })],
});
await bundle.write({
  ...OUTPUT,
  cleanDir: true,
  dynamicImportInCjs: false,
  entryFileNames: 'main.cjs',
  // Relative paths in the sources must also work from the chunks, so both have the same depth.
  chunkFileNames: 'parts/[name].cjs',
  codeSplitting: {
    // Each chunk includes its imports. Every start needs the first, `boards --json` the second, all text
    // output the third, and boards the last.
    groups: [
      { name: 'start', test: /\/src\/run\.ts$/, priority: 5 },
      { name: 'data', test: /\/src\/(commands\/(boards|program)|service\/transport)\.ts$/, priority: 4 },
      { name: 'style', test: /\/src\/(text\/style|output\/board-table)\.ts$/, priority: 3 },
      { name: 'tables', test: /\/src\/output\/(snapshot-lines|one-screen)\.ts$/, priority: 2 },
    ],
  },
});
if (process.argv[2] === 'executable') await buildExecutable();
await bundle.close();

/**
 * Builds dist/boards-<platform>-<arch> with the Node of BOARDS_BUILD_NODE, or else the Node that runs this file, and copies the licence
 * of that Node beside it. Throws if that Node cannot build executables.
 */
async function buildExecutable() {
  const node = process.env.BOARDS_BUILD_NODE || process.execPath;
  const ask = '[process.versions.node, process.platform, process.arch, process.execPath].join()';
  const [version, platform, arch, path] = execFileSync(node, ['-p', ask], { encoding: 'utf8' })
    .trim()
    .split(',');
  const [major, minor] = version.split('.').map(Number);
  if (major < 25 || (major === 25 && minor < 5))
    throw new Error(
      `an executable needs Node 25.5 or newer; ${path} is ${version}. Set BOARDS_BUILD_NODE to another one.`,
    );
  const entry = 'executable.cjs';
  await bundle.write({ ...OUTPUT, codeSplitting: false, entryFileNames: entry });
  const output = join(DIST, `boards-${platform}-${arch}${platform === 'win32' ? '.exe' : ''}`);
  const scripts = ['boards.bash', 'boards.zsh', 'boards.fish', 'boards.ps1'];
  const config = {
    main: join(DIST, entry),
    output,
    assets: Object.fromEntries(scripts.map((name) => [name, join(ROOT, 'completions', name)])),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // Options of Node in the environment are for other programs.
    execArgvExtension: 'none',
  };
  const configFile = join(DIST, 'executable.json');
  writeFileSync(configFile, JSON.stringify(config));
  execFileSync(node, ['--build-sea', configFile], { stdio: 'inherit' });
  // macOS runs signed programs only. The signature needs no certificate.
  if (platform === 'darwin') execFileSync('codesign', ['--sign', '-', output]);
  copyFileSync(licenceOf(path, platform), join(DIST, 'NODE-LICENSE'));
  for (const file of [config.main, configFile]) rmSync(file);
}

/** The licence in the directory where Node was unpacked. */
function licenceOf(node, platform) {
  return join(dirname(node), platform === 'win32' ? '.' : '..', 'LICENSE');
}

/** Throws if a package has no licence text. */
function writeNotices(packages) {
  const notices = packages.map(({ name, version, license, licenseText }) => {
    if (licenseText === '') throw new Error(`${name} has no licence text`);
    return `${name} ${version} (${license})\n\n${licenseText.trim()}\n`;
  });
  const text = ['The program `boards` includes the following packages.\n', ...notices];
  writeFileSync(join(ROOT, 'THIRD-PARTY-NOTICES'), text.join(`\n${'-'.repeat(80)}\n\n`));
}
