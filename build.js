import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licensePlugin } from 'rolldown-license-plugin';

const ROOT = dirname(fileURLToPath(import.meta.url));

// One CommonJS program that includes its dependencies: loading a hundred small modules took longer than running them, and
// an ES module takes Node longer to start. The installed program needs no other packages.
const bundle = await rolldown({
  input: 'src/main.ts',
  cwd: ROOT,
  platform: 'node',
  logLevel: 'warn',
  plugins: [licensePlugin({ done: writeNotices })],
});
await bundle.write({
  dir: 'dist',
  cleanDir: true,
  format: 'cjs',
  // Less text to read and compile. Names stay as they are, for the stacks of --debug.
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  dynamicImportInCjs: false,
  entryFileNames: 'main.cjs',
  // The sources find their files by relative paths, so the chunks must be as deep in the package as the sources.
  chunkFileNames: 'parts/[name].cjs',
  codeSplitting: {
    // Each chunk includes its imports: code for every start, for `boards --json`, for all text for people, and for boards.
    groups: [
      { name: 'start', test: /\/src\/run\.ts$/, priority: 5 },
      { name: 'data', test: /\/src\/(commands\/(boards|program)|service\/transport)\.ts$/, priority: 4 },
      { name: 'style', test: /\/src\/(text\/style|output\/board-table)\.ts$/, priority: 3 },
      { name: 'tables', test: /\/src\/output\/(snapshot-lines|one-screen)\.ts$/, priority: 2 },
    ],
  },
});
await bundle.close();

/** Name, version and licence text of every included package. Throws if a package has no licence text. */
function writeNotices(packages) {
  const notices = packages.map(({ name, version, license, licenseText }) => {
    if (licenseText === '') throw new Error(`${name} has no licence text`);
    return `${name} ${version} (${license})\n\n${licenseText.trim()}\n`;
  });
  const text = ['The program `boards` includes the following packages.\n', ...notices];
  writeFileSync(join(ROOT, 'THIRD-PARTY-NOTICES'), text.join(`\n${'-'.repeat(80)}\n\n`));
}
