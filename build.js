import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = dirname(fileURLToPath(import.meta.url));

// One CommonJS program with its packages included: finding, reading and linking a hundred small modules took longer than
// running them, and an ES module costs Node another 6 ms. Nothing of others is resolved where the program is installed.
const bundle = await rolldown({ input: 'src/main.ts', cwd: ROOT, platform: 'node', logLevel: 'warn' });
const { output } = await bundle.write({
  dir: 'dist',
  cleanDir: true,
  format: 'cjs',
  dynamicImportInCjs: false,
  entryFileNames: 'main.cjs',
  // As deep below the package as the sources, which find their own files by relative paths.
  chunkFileNames: 'parts/[name].cjs',
  codeSplitting: {
    // Each with all that it imports: what every start needs, what `boards --json` needs, what tables need.
    groups: [
      { name: 'start', test: /\/src\/cli\.ts$/, priority: 3 },
      { name: 'data', test: /\/src\/(commands\/boards|api\/transport)\.ts$/, priority: 2 },
      { name: 'tables', test: /\/src\/(view\/snapshot|view\/screen-style)\.ts$/, priority: 1 },
    ],
  },
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
writeFileSync(join(ROOT, 'THIRD-PARTY-NOTICES'), renderNotices(packagesOf(modules)));

/** The directories of the packages that the modules come from, by name of the package. */
function packagesOf(moduleIds) {
  const found = moduleIds.map(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))?.[0],
  );
  return [...new Set(found.filter((directory) => directory !== undefined))].sort();
}

/** Name, version and licence text of every package that the program includes. Throws when a package has none. */
function renderNotices(directories) {
  const packages = directories.map((directory) => ({
    ...JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')),
    text: findLicence(directory),
  }));
  const notices = packages.map(({ name, version, license, repository, text }) => {
    // A package of a repository with several may leave the licence to its siblings.
    const sibling = packages.find(
      (other) =>
        other.text !== null && repository?.url !== undefined && other.repository?.url === repository.url,
    );
    if (text === null && sibling === undefined) throw new Error(`${name} has no licence text`);
    return `${name} ${version} (${license})\n\n${(text ?? sibling.text).trim()}\n`;
  });
  return ['The program `boards` includes these packages.\n', ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

function findLicence(directory) {
  const name = readdirSync(directory).find((file) => /^licen[cs]e([.-].*)?$/i.test(file));
  return name === undefined ? null : readFileSync(join(directory, name), 'utf8');
}
