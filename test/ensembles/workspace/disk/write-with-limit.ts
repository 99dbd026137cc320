import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import { createNodeWorkspace } from '../../../../src/ensembles/workspace/disk/node-workspace.ts';

/* Writes 300,000 bytes to a file of a workspace, in a process that may not be able to. */
const [folder = '', file = ''] = process.argv.slice(2);
process.on('SIGXFSZ', () => {});
if (process.env.WRITE_AS !== undefined) process.seteuid?.(Number(process.env.WRITE_AS));
const workspace = createNodeWorkspace({ roots: [folder] });
const [root] = workspace.roots;
if (root === undefined) throw new Error('There is no root.');
try {
  await workspace.write({ root, path: file }, { text: 'n'.repeat(300_000) });
  process.stdout.write(String('written'));
} catch (cause) {
  process.stdout.write(String(cause instanceof ConverserError ? `${cause.code}: ${cause.message}` : cause));
}
workspace.dispose();
