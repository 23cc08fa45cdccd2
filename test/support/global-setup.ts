import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each start of Node would read these certificates. Tests that need one set the variable themselves. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

export function setup(): () => void {
  for (const name of CERTIFICATES) delete process.env[name];
  // `Date` prints time zones in the language of the machine.
  process.env.LC_ALL = 'C.UTF-8';
  // The path is a symbolic link on macOS, and may have a short (8.3) name on Windows.
  const directory = mkdtempSync(join(realpathSync.native(tmpdir()), 'boards-tests-'));
  chmodSync(directory, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
