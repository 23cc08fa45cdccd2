import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes each start of Node read a bundle of certificates, 30 ms; the tests that need one name their own. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Gives all tests, and the programs that they start, one directory for temporary files, and removes it at the end. */
export function setup(): () => void {
  for (const name of CERTIFICATES) delete process.env[name];
  // Date names time zones in the language of the machine.
  process.env.LC_ALL = 'C.UTF-8';
  // On macOS, the way to it leads over a link; on Windows, a name of it may be short.
  const directory = mkdtempSync(join(realpathSync.native(tmpdir()), 'boards-tests-'));
  // Some tests run the program as another user.
  chmodSync(directory, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
