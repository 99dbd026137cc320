import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Watch } from '../../../src/converser/words/workspace/undo-journal.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createDiskJournal } from '../../../src/ensembles/workspace/journal/disk-journal.ts';
import {
  createSnapshots,
  ordinarySnapshots,
} from '../../../src/ensembles/workspace/journal/watch/snapshots.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { createToolContext } from '../../../src/ensembles/workspace/places/tool-context.ts';
import { withholding } from '../../../src/ensembles/workspace/places/withhold.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { createTestSandbox } from '../../ensembles/shell/sandbox/test-sandbox.ts';
import { createTestShell } from '../../ensembles/shell/test-shell.ts';
import type { Assignment, Contestant, CreateContestant } from './main.ts';

const glob = 'packages/p7/**/*.md';
const text = 'needle';

/** What the tools ask of a workspace, with all that is protected. */
async function openSearch({ folder = '', program }: Assignment) {
  const workspace = createNodeWorkspace({ roots: [folder], ripgrep: async () => program });
  const ports = { protectedRoles: () => [], addedPlaces: noAddedPlaces, labels: createKeptLabels() };
  const shared = createToolContext(workspace, ports);
  const query = async () => {
    const [root] = workspace.roots;
    if (root === undefined) throw new Error('There is no folder.');
    return {
      below: { root, path: '' },
      withholds: await withholding(shared),
      includeIgnored: false,
      limit: 300,
    };
  };
  return { workspace, query, signal: new AbortController().signal };
}

export const createFindFiles: CreateContestant = async assignment => {
  const { workspace, query, signal } = await openSearch(assignment);
  return async () =>
    done((await workspace.findFiles({ ...(await query()), glob }, signal)).items.length, 200);
};

export const createSearchText: CreateContestant = async assignment => {
  const { workspace, query, signal } = await openSearch(assignment);
  const terms = { text, isRegex: false, isCaseSensitive: false };
  return async () =>
    done((await workspace.searchText({ ...(await query()), ...terms }, signal)).items.length, 250);
};

const everywhere = ['--hidden', '--glob=!.git'];

export const createRipgrepFiles: CreateContestant = async ({ folder = '', program = '' }) =>
  running(program, [...everywhere, '--files', `--glob=${glob}`, './'], { folder, lines: 200 });

export const createRipgrepText: CreateContestant = async ({ folder = '', program = '' }) =>
  running(program, [...everywhere, '--line-number', '--ignore-case', text, './'], { folder, lines: 250 });

/** Changes one file, as a model lets it. */
const command = { kind: 'program', program: 'sh', args: ['-c', 'date +%s%N > changed.log'] } as const;

/** In its layer, with what undo needs. */
export const createCommand: CreateContestant = async ({ folder = '' }) => {
  const own = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const workspace = createNodeWorkspace({ roots: [folder] });
  const ports = { mode: () => 'required' as const, folder: own, home: homedir() };
  const shell = createTestShell(workspace, { folder: own, sandbox: createTestSandbox(workspace, ports) });
  const journal = createDiskJournal({
    folder: path.join(own, 'undo'),
    roots: () => [folder],
    clock: { now: () => new Date() },
    log: { warn: fail },
  });
  const { signal } = new AbortController();
  return async () => {
    const record = journal.record({ conversationId: 'c', title: 'Run' });
    const watch: Watch = only =>
      record.watch({ tool: 'shell:run_command', signal, ...(only ? { only } : fail('There is no layer.')) });
    const { running } = await shell.start({ command, access: 'workspace', isBackground: false, watch });
    await running.ended;
    await record.end();
    return done((await journal.newest())?.changes.length ?? 0, 1);
  };
};

export const createBareCommand: CreateContestant = async ({ folder = '' }) =>
  running(command.program, command.args, { folder, lines: 0 });

/** What is looked at around a command that changes nothing, where there are no layers. */
export const createManifest: CreateContestant = async ({ folder = '' }) => {
  const own = await mkdtemp(path.join(tmpdir(), 'converser-bench-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const snapshots = createSnapshots({ folder: own, roots: () => [folder], limits: ordinarySnapshots });
  return async () => {
    const { manifest } = await snapshots.take(new AbortController());
    await snapshots.look(manifest);
    return done(0, 0);
  };
};

export const createGitStatus: CreateContestant = async ({ folder = '' }) =>
  running('git', ['status', '--porcelain'], { folder, lines: 0 });

interface Expected {
  readonly folder: string;
  readonly lines: number;
}

function running(program: string, args: readonly string[], { folder, lines }: Expected): Contestant {
  return () =>
    new Promise((resolve, reject) => {
      execFile(program, args, { cwd: folder, maxBuffer: 2 ** 28 }, (cause, printed) => {
        if (cause === null) resolve(done(printed.split('\n').length - 1, lines));
        else reject(cause);
      });
    });
}

function fail(why: string): never {
  throw new Error(why);
}

function done(found: number, wanted: number) {
  if (found !== wanted) throw new Error(`${found} were found instead of ${wanted}.`);
  return { calls: 0, answer: '' };
}
