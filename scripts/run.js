/** `node scripts/run.js <name>`: runs scripts/<name>.ts, which Node 20 cannot read by itself. */
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
  // As deep below the project as what it is built from, which finds files by relative paths.
  output: { dir: join(ROOT, '.scripts', 'built'), entryFileNames: `${name}.js` },
});
await import(`../.scripts/built/${name}.js`);
