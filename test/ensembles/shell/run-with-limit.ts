import { reasonOf } from '../../../src/converser/ground/errors.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createDiskJournal } from '../../../src/ensembles/workspace/journal/disk-journal.ts';
import { runRecorded } from './run-recorded.ts';

/* Runs a command in a process that may not write all that undo needs. */
const [folder = '', journalFolder = '', line = ''] = process.argv.slice(2);
process.on('SIGXFSZ', () => {});
const workspace = createNodeWorkspace({ roots: [folder] });
const log = { warn: (message: string) => void process.stdout.write(`${message}\n`) };
const options = { folder: journalFolder, roots: () => [folder], clock: { now: () => new Date(0) }, log };
const record = createDiskJournal(options).record({ conversationId: 'c', title: 't' });
const outcome = await runRecorded(workspace, line, record).then(() => 'ran', reasonOf);
process.stdout.write(`${outcome}\n`);
await record.end();
workspace.dispose();
