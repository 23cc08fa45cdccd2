#!/usr/bin/env node
// An old Node must be able to run this file, because it reports that Node is too old: the syntax is that of Node 12, and modules are
// loaded inside functions, because Node 12 does not know names such as `node:fs`.

/** Major and minor version, the same as in `engines` of package.json. */
const OLDEST_NODE = [20, 19];

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

/** The usual place of the platform for the caches of a user; not absolute without a home directory that is. */
function cachePlace({ env, platform }) {
  const { homedir } = require('node:os');
  const { isAbsolute, join } = require('node:path');
  if (isAbsolute(env.XDG_CACHE_HOME || '')) return env.XDG_CACHE_HOME;
  if (platform === 'win32') return env.LOCALAPPDATA || '';
  return join(homedir(), ...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
}

/** Keeps compiled code, with Node 22.8 and later. What is cached is run, so no other user may be able to write there. */
function enableOwnCache({ getuid }) {
  const { existsSync, lstatSync, mkdirSync, readdirSync } = require('node:fs');
  const { enableCompileCache } = require('node:module');
  const { isAbsolute, join } = require('node:path');
  if (enableCompileCache === undefined) return;
  const directory = join(cachePlace(process), 'ranked-boards');
  if (!isAbsolute(directory)) return;
  for (const each of [cachePlace(process), directory])
    if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  // Where a link leads can change after it was looked at.
  const { uid, mode } = lstatSync(directory);
  if (getuid !== undefined && (uid !== getuid() || (mode & 0o022) !== 0)) return;
  // Node would wait for a named pipe in place of a file.
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  if (entries.every((entry) => entry.isFile() || entry.isDirectory())) enableCompileCache(directory);
}

function start() {
  if (!process.env.NODE_DISABLE_COMPILE_CACHE) {
    try {
      enableOwnCache(process);
    } catch {
      // The program starts without a cache.
    }
  }
  require('../dist/main.cjs');
}

if (isNodeTooOld()) {
  process.exitCode = 3;
  process.stderr.write(
    `boards needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}\n`,
  );
} else {
  start();
}
