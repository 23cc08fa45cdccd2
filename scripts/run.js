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
  // Relative paths in the sources must also work from the output, so both have the same depth.
  output: { dir: join(ROOT, '.scripts', 'built'), entryFileNames: `${name}.js` },
});
await import(`../.scripts/built/${name}.js`);
