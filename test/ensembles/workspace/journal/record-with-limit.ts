import { reasonOf } from '../../../../src/converser/ground/errors.ts';
import { createNodeWorkspace } from '../../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createDiskJournal } from '../../../../src/ensembles/workspace/journal/disk-journal.ts';

/* Records changes of files that exist, in a process that may not write all of it. */
const [folder = '', journalFolder = '', ...files] = process.argv.slice(2);
process.on('SIGXFSZ', () => {});
const workspace = createNodeWorkspace({ roots: [folder] });
const [root] = workspace.roots;
if (root === undefined) throw new Error('There is no root.');
const warn = (message: string) => void process.stdout.write(`${message}\n`);
const options = { folder: journalFolder, roots: () => [folder], clock: { now: () => new Date(0) } };
const record = createDiskJournal({ ...options, log: { warn } }).record({ conversationId: 'c', title: 't' });
for (const path of files) {
  const outcome = record.begin({ kind: 'replace', place: { root, path } }).then(() => 'kept', reasonOf);
  process.stdout.write(`${path}: ${await outcome}\n`);
}
workspace.dispose();
