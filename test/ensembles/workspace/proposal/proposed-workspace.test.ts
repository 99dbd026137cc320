import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { locatePath } from '../../../../src/converser/words/workspace/paths.ts';
import type { Workspace } from '../../../../src/converser/words/workspace/workspace.ts';
import { keepProposed } from '../../../../src/ensembles/workspace/proposal/keep-proposed.ts';
import { openProposals, type Proposal } from '../../../../src/ensembles/workspace/proposal/proposals.ts';
import { proposedWorkspace } from '../../../../src/ensembles/workspace/proposal/proposed-workspace.ts';
import { workspaceContract } from '../../../contracts/workspace-contract.ts';
import { makeContractWorkspace, makeTemporaryWorkspace } from '../temporary-workspace.ts';

const turn = { conversationId: 'c', turnId: 't', title: 'Do it' };
const query = { glob: '**', includeIgnored: false, limit: 50 };
const words = { text: 'needle', isRegex: false, isCaseSensitive: true, includeIgnored: false, limit: 50 };
const signal = new AbortController().signal;

// What is saved is what is there once all is kept.
workspaceContract('of what is proposed, once it is kept', () => makeProposing({}));
workspaceContract('of what is proposed without ripgrep', () => makeProposing({ ripgrep: false }));

describe('a proposal', () => {
  it('shows files as they will be, in every way of looking, and leaves the disk alone', async () => {
    await inWorkspace(async ({ workspace, at, write, root }) => {
      await write('old.txt', 'needle\n');
      await write('gone.txt', 'needle\n');
      await write('.gitignore', 'out/\n');
      await workspace.write(at('old.txt'), { text: 'hay\n', replaces: 'needle\n' });
      await workspace.write(at('deep/new.txt'), { text: 'a\nneedle\n', replaces: null });
      await workspace.write(at('out/new.txt'), { text: 'needle\n' });
      await workspace.trash(at('gone.txt'));
      assert.deepEqual(await readdir(root), ['.gitignore', 'gone.txt', 'old.txt']);
      const names = async (folder: string) => (await workspace.list(at(folder))).map(({ name }) => name);
      assert.deepEqual(await names('.'), ['.gitignore', 'deep', 'old.txt', 'out']);
      assert.deepEqual(await names('deep'), ['new.txt']);
      assert.equal((await workspace.stat(at('deep')))?.kind, 'folder');
      assert.equal(await workspace.stat(at('gone.txt')), undefined);
      await assert.rejects(workspace.read(at('gone.txt')), { code: 'file-not-found' });
      const found = await workspace.findFiles({ ...query, below: at('.') }, signal);
      assert.deepEqual(
        found.items.map(({ path }) => path),
        ['.gitignore', 'deep/new.txt', 'old.txt'],
      );
      const text = await workspace.searchText({ ...words, below: at('.') }, signal);
      assert.deepEqual(
        text.items.map(({ location, line }) => [location.path, line]),
        [['deep/new.txt', 2]],
      );
      const inside = await workspace.findFiles({ ...query, below: at('deep') }, signal);
      assert.deepEqual(
        inside.items.map(({ path }) => path),
        ['deep/new.txt'],
      );
    });
  });

  it('takes in what you change meanwhile elsewhere in a file, and says so where it can’t', async () => {
    await inWorkspace(async ({ workspace, at, write, keep, read }) => {
      await write('both.txt', 'a\nb\nc\nd\ne\n');
      await workspace.write(at('both.txt'), { text: 'a\nB\nc\nd\ne\n' });
      await write('both.txt', 'a\nb\nc\nd\nE\n');
      const shown = await workspace.read(at('both.txt'));
      assert.equal(shown.kind === 'text' && shown.text, 'a\nB\nc\nd\nE\n');
      assert.deepEqual(await keep(), [true]);
      assert.equal(await read('both.txt'), 'a\nB\nc\nd\nE\n');
      await workspace.write(at('both.txt'), { text: 'a\nmodel\nc\nd\nE\n' });
      await write('both.txt', 'a\nyou\nc\nd\nE\n');
      assert.deepEqual(await keep(), [false]);
      assert.equal(await read('both.txt'), 'a\nyou\nc\nd\nE\n');
    });
  });

  it('is not kept where a link now leads elsewhere', async () => {
    await inWorkspace(async ({ workspace, at, write, keep, link, root, read }) => {
      await write('notes/x.txt', 'a\n');
      await write('hooks/x.txt', 'a\n');
      await workspace.write(at('notes/x.txt'), { text: 'b\n' });
      await rm(path.join(root, 'notes'), { recursive: true });
      await link('notes', { inside: 'hooks' });
      assert.deepEqual(await keep(), [false]);
      assert.equal(await read('hooks/x.txt'), 'a\n');
    });
  });

  it('is nothing once a file is again as it was', async () => {
    await inWorkspace(async ({ workspace, at, write, proposal }) => {
      await write('x.txt', 'a\n');
      await workspace.write(at('x.txt'), { text: 'b\n' });
      await workspace.write(at('x.txt'), { text: 'a\n' });
      await workspace.write(at('y.txt'), { text: 'a\n' });
      await workspace.trash(at('y.txt'));
      assert.deepEqual(proposal.files, []);
    });
  });

  it('refuses links and what is no text, with what to do', async () => {
    await inWorkspace(async ({ workspace, at, write, link }) => {
      await write('x.txt', 'a\n');
      await write('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
      await link('link.txt', { inside: 'x.txt' });
      for (const name of ['link.txt', 'picture.png'])
        await assert.rejects(workspace.trash(at(name)), { code: 'file-conflict' });
      await assert.rejects(workspace.move(at('link.txt'), at('z.txt')), { code: 'file-conflict' });
      await assert.rejects(workspace.write(at('picture.png'), { text: 'x' }), { code: 'file-conflict' });
    });
  });

  it('is there again after a restart, and puts aside what is damaged', async () => {
    const made = await makeTemporaryWorkspace();
    const folder = path.join(made.beside, 'proposals');
    const told: string[] = [];
    const open = () =>
      openProposals({
        folder,
        roots: () => made.workspace.roots,
        log: { warn: text => void told.push(text) },
      });
    try {
      const place = locatePath('x.txt', made.workspace.roots);
      const file = { place, before: null, after: 'a', turn };
      await (await open()).of('c').put([file]);
      assert.deepEqual((await open()).of('c').files, [file]);
      const [name = ''] = await readdir(folder);
      await writeFile(path.join(folder, name), '{"format":1');
      assert.deepEqual((await open()).of('c').files, []);
      assert.match(told.join(), /can’t be read/);
      assert.deepEqual(await readdir(folder), [`${name}.damaged`]);
    } finally {
      await made.dispose();
    }
  });

  it('shows what is on the disk once it is kept, and that is what it showed, whatever you do meanwhile', async () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd');
    const text = fc.array(line, { maxLength: 8 }).map(lines => lines.map(each => `${each}\n`).join(''));
    const name = fc.constantFrom('1.txt', '2.txt', 'in/3.txt');
    const act = fc.oneof(
      fc.record({ kind: fc.constant('model' as const), name, text }),
      fc.record({ kind: fc.constant('you' as const), name, text }),
      fc.record({ kind: fc.constant('keep' as const), name, text }),
      fc.record({ kind: fc.constant('discard' as const), name, text }),
      fc.record({ kind: fc.constant('trash' as const), name, text }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), acts =>
        inWorkspace(async ({ workspace, at, write, read, proposal, keepOne }) => {
          for (const { kind, name, text } of acts) {
            const before = await read(name);
            if (kind === 'you') await write(name, text);
            if (kind === 'model') await workspace.write(at(name), { text });
            if (kind === 'trash') await workspace.trash(at(name)).catch(() => {});
            if (kind === 'discard') await proposal.drop([at(name)]);
            const file = proposal.at(at(name));
            if (kind === 'keep' && file !== undefined) {
              const shown = file.after === null ? undefined : await workspace.read(at(name));
              const isKept = await keepOne(file);
              if (isKept) {
                assert.equal(await read(name), shown?.kind === 'text' ? shown.text : undefined);
                assert.equal(proposal.at(at(name)), undefined);
              } else assert.equal(await read(name), before);
            }
            if (kind !== 'you' && kind !== 'keep') assert.equal(await read(name), before);
            if (kind === 'model') {
              const shown = await workspace.read(at(name));
              assert.equal(shown.kind === 'text' && shown.text, text);
            }
          }
        }),
      ),
      { numRuns: 150 },
    );
  });
});

async function makeProposing(options: { readonly ripgrep?: boolean }) {
  const made = await makeContractWorkspace(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'converser-proposals-'));
  const proposals = await openProposals({ folder, roots: () => made.workspace.roots, log: { warn() {} } });
  const proposal = proposals.of('c');
  const workspace = proposedWorkspace({ base: made.workspace, proposal, turn: () => turn });
  return {
    ...made,
    disk: made.workspace,
    workspace,
    proposal,
    async bytes(file: string) {
      await keepAll(proposal, made.workspace);
      return made.bytes(file);
    },
    async dispose() {
      await rm(folder, { recursive: true });
      await made.dispose();
    },
  };
}

async function inWorkspace(
  work: (
    made: Omit<Awaited<ReturnType<typeof makeProposing>>, 'bytes'> & {
      readonly root: string;
      at(file: string): ReturnType<typeof locatePath>;
      write(file: string, content: string | Uint8Array): Promise<void>;
      read(file: string): Promise<string | undefined>;
      keep(): Promise<readonly boolean[]>;
      keepOne(file: Proposal['files'][number]): Promise<boolean>;
    },
  ) => Promise<void>,
): Promise<void> {
  const made = await makeProposing({});
  const { roots } = made.workspace;
  const root = roots[0]?.path ?? '';
  const disk = made.disk;
  try {
    await work({
      ...made,
      root,
      at: file => locatePath(file, roots),
      write: made.put,
      read: file => readFile(path.join(root, file), 'utf8').catch(() => undefined),
      keep: () => keepAll(made.proposal, disk),
      keepOne: async file => {
        const isKept = await keepProposed(file, ports(disk));
        if (isKept) await made.proposal.drop([file.place]);
        return isKept;
      },
    });
  } finally {
    await made.dispose();
  }
}

function ports(workspace: Workspace) {
  const changes = {
    begin: async () => ({ done: async () => {} }),
    watch: async () => ({ notKept: [], done: async () => {} }),
    noteOther: async () => {},
    end: async () => {},
  };
  return { workspace, changes, labels: { of: async () => undefined, note: async () => {} } };
}

async function keepAll(proposal: Proposal, workspace: Workspace): Promise<readonly boolean[]> {
  const kept: boolean[] = [];
  for (const file of proposal.files) {
    const isKept = await keepProposed(file, ports(workspace));
    if (isKept) await proposal.drop([file.place]);
    kept.push(isKept);
  }
  return kept;
}
