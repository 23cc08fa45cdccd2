#!/usr/bin/env node
// This file tells users of an old Node to update. It uses the syntax of Node 12, and loads modules such as
// `node:fs` inside functions, because Node 12 does not know them.

/** Must match `engines` in package.json. */
const OLDEST_NODE = [20, 19];

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

/** Can return a relative path, for example if LOCALAPPDATA is empty. */
function userCacheDirectory({ env, platform }) {
  const { homedir } = require('node:os');
  const { isAbsolute, join } = require('node:path');
  if (isAbsolute(env.XDG_CACHE_HOME || '')) return env.XDG_CACHE_HOME;
  if (platform === 'win32') return env.LOCALAPPDATA || '';
  return join(homedir(), ...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
}

/** Node runs the cached code, so no other user may write to the directory. Node before 22.8 has no cache. */
function enableOwnCache({ getuid }) {
  const { existsSync, lstatSync, mkdirSync, readdirSync } = require('node:fs');
  const { enableCompileCache } = require('node:module');
  const { isAbsolute, join } = require('node:path');
  if (enableCompileCache === undefined) return;
  const directory = join(userCacheDirectory(process), 'ranked-boards');
  if (!isAbsolute(directory)) return;
  for (const each of [userCacheDirectory(process), directory])
    if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
  // Check a symbolic link itself, because its target can change after the check.
  const { uid, mode } = lstatSync(directory);
  if (getuid !== undefined && (uid !== getuid() || (mode & 0o022) !== 0)) return;
  // Node would wait for ever for a named pipe.
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
