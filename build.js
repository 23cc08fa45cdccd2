import { build } from 'rolldown';

// The program in few files: most of a start went into finding, reading and linking eighty small ones.
await build({
  input: 'src/main.ts',
  platform: 'node',
  // Packages stay packages: installed, updated and licensed as such.
  external: /^[a-z@]/,
  logLevel: 'warn',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: 'main.js',
    // As deep below the package as the sources, which find their own files by relative addresses.
    chunkFileNames: 'parts/[name].js',
    codeSplitting: {
      // Each with all that it imports: what every start needs, what `boards --json` needs, what tables need.
      groups: [
        { name: 'start', test: /\/src\/cli\.ts$/, priority: 3 },
        { name: 'data', test: /\/src\/(commands\/boards|api\/transport)\.ts$/, priority: 2 },
        { name: 'tables', test: /\/src\/(view\/snapshot|commands\/screen-style)\.ts$/, priority: 1 },
      ],
    },
  },
});
