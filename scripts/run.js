/** `node scripts/run.js <name>` bundles and runs scripts/<name>.ts, because Node 20 cannot run TypeScript. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [name = ''] = process.argv.slice(2);

await build({
  input: join(ROOT, 'scripts', `${name}.ts`),
  cwd: ROOT,
  platform: 'node',
  logLevel: 'warn',
  external: /^[a-z@]/,
  // The sources find files by relative paths, so the output must be as deep in the project as the sources.
  output: { dir: join(ROOT, '.scripts', 'built'), entryFileNames: `${name}.js` },
});
await import(`../.scripts/built/${name}.js`);
