import assert from 'node:assert/strict';
import { link, mkdir, rename, rm, stat, symlink, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { Annotations } from '../../src/converser/words/ensemble/invoker.ts';
import { defineTool } from '../../src/ensembles/define-tool.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

type Call = readonly [tool: string, args: JsonObject];

interface Scenario {
  /** Default: `a.txt` is read. */
  readonly call?: Call;
  /** Default: there is `a.txt`. */
  readonly arrange?: (disk: Disk) => Promise<unknown>;
  /** By another program. */
  readonly change: (disk: Disk) => Promise<unknown>;
}

/** Below the root of a workspace. */
type Disk = ReturnType<typeof diskOf>;

function diskOf({ root, write }: TemporaryWorkspace) {
  const at = (place: string) => path.join(root, place);
  return {
    at,
    write,
    link: (place: string, target: string) => symlink(target, at(place)),
    move: (from: string, to: string) => rename(at(from), at(to)),
    remove: (place: string) => rm(at(place), { recursive: true }),
    /** Moves a folder out of the way, and another one to its place. */
    async replace(place: string, by: string) {
      await rename(at(place), at('old'));
      await rename(at(by), at(place));
    },
    async retarget(place: string, target: string) {
      await rm(at(place));
      await symlink(target, at(place));
    },
  };
}

const read = (place: string) => ['read_file', { path: place }] as const;
const list = (place: string) => ['list_directory', { path: place }] as const;
const find = ['find_files', { glob: '*.txt' }] as const;
const search = ['search_text', { query: 'needle' }] as const;

const scenarios: Readonly<Record<string, Scenario>> = {
  'a file that is written at once after it was read': {
    change: disk => disk.write('a.txt', 'new'),
  },
  'a file of the same size that is given its old times back': {
    async change(disk) {
      const { atime, mtime } = await stat(disk.at('a.txt'));
      await disk.write('a.txt', 'new');
      await utimes(disk.at('a.txt'), atime, mtime);
    },
  },
  'a file that another one takes the place of': {
    change: disk => disk.write('b.txt', 'new').then(() => disk.move('b.txt', 'a.txt')),
  },
  'a file that is cut': {
    arrange: disk => disk.write('a.txt', 'old and more'),
    change: disk => truncate(disk.at('a.txt'), 3),
  },
  'a file that is removed': {
    change: disk => disk.remove('a.txt'),
  },
  'some lines of a file, after lines above them are removed': {
    call: ['read_file', { path: 'a.txt', start_line: 2, end_line: 2 }],
    arrange: disk => disk.write('a.txt', 'one\ntwo\nthree\n'),
    change: disk => disk.write('a.txt', 'two\nthree\nfour\n'),
  },
  'a file whose encoding changes, and no letter of it': {
    arrange: disk => disk.write('a.txt', Buffer.from('Gr\u00fc\u00dfe', 'latin1')),
    change: disk => disk.write('a.txt', 'Gr\u00fc\u00dfe'),
  },
  'a link to a file that leads to another one': {
    call: read('way'),
    arrange: disk =>
      Promise.all([disk.write('a.txt', 'old'), disk.write('b.txt', 'new'), disk.link('way', 'a.txt')]),
    change: disk => disk.retarget('way', 'b.txt'),
  },
  'a link to a link that leads to another file': {
    call: read('far'),
    arrange: disk =>
      Promise.all([
        disk.write('a.txt', 'old'),
        disk.write('b.txt', 'new'),
        disk.link('way', 'a.txt'),
        disk.link('far', 'way'),
      ]),
    change: disk => disk.retarget('way', 'b.txt'),
  },
  'a file below a link to a folder that leads to another one': {
    call: read('way/x.txt'),
    arrange: disk =>
      Promise.all([disk.write('a/x.txt', 'old'), disk.write('b/x.txt', 'new'), disk.link('way', 'a')]),
    change: disk => disk.retarget('way', 'b'),
  },
  'a folder behind a link that leads to another one': {
    call: list('way'),
    arrange: disk =>
      Promise.all([disk.write('a/x.txt', ''), disk.write('b/y.txt', ''), disk.link('way', 'a')]),
    change: disk => disk.retarget('way', 'b'),
  },
  'a file below a grandparent that is swapped': {
    call: read('a/b/x.txt'),
    arrange: disk => Promise.all([disk.write('a/b/x.txt', 'old'), disk.write('c/b/x.txt', 'new')]),
    change: disk => disk.replace('a', 'c'),
  },
  'a file in a folder that is made anew and changed later': {
    call: read('a/x.txt'),
    async arrange(disk) {
      await disk.write('a/x.txt', 'older');
      await disk.remove('a');
      await disk.write('a/x.txt', 'old');
    },
    async change(disk) {
      await disk.remove('a');
      await disk.write('a/x.txt', 'old');
      await disk.write('a/x.txt', 'new');
    },
  },
  'a file in a folder that is swapped and changed later': {
    call: read('a/x.txt'),
    arrange: disk => Promise.all([disk.write('a/x.txt', 'old'), disk.write('b/x.txt', 'old')]),
    change: disk => disk.replace('a', 'b').then(() => disk.write('a/x.txt', 'new')),
  },
  'a file that changes there and back, as by a checkout, and then once more': {
    call: read('a/x.txt'),
    arrange: disk => disk.write('a/x.txt', 'old'),
    async change(disk) {
      for (const content of ['branch', 'old', 'new']) {
        await disk.remove('a');
        await disk.write('a/x.txt', content);
      }
    },
  },
  'a file that is written under its other name': {
    async arrange(disk) {
      await disk.write('b.txt', 'old');
      await link(disk.at('b.txt'), disk.at('a.txt'));
    },
    change: disk => disk.write('b.txt', 'new'),
  },
  'a folder that gets a file': {
    call: list('a'),
    arrange: disk => disk.write('a/x.txt', ''),
    change: disk => disk.write('a/y.txt', ''),
  },
  'a folder in which a file becomes a folder': {
    call: list('a'),
    arrange: disk => disk.write('a/x', ''),
    async change(disk) {
      await disk.remove('a/x');
      await mkdir(disk.at('a/x'));
    },
  },
  'a folder with a link that leads to another kind of thing': {
    call: list('a'),
    arrange: async disk => {
      await Promise.all([disk.write('a/x.txt', ''), disk.write('file', ''), mkdir(disk.at('folder'))]);
      await disk.link('a/way', '../file');
    },
    change: disk => disk.retarget('a/way', '../folder'),
  },
  'a folder with a link whose target goes': {
    call: list('a'),
    arrange: async disk => {
      await Promise.all([disk.write('a/x.txt', ''), mkdir(disk.at('folder'))]);
      await disk.link('a/way', '../folder');
    },
    change: disk => disk.remove('folder'),
  },
  'files, after one has come into a folder that nothing was read in': {
    call: find,
    arrange: disk => disk.write('a/b/c/x.txt', ''),
    change: disk => disk.write('a/b/c/y.txt', ''),
  },
  'files, after others are ignored': {
    call: find,
    arrange: disk => Promise.all([disk.write('x.txt', ''), disk.write('y.txt', '')]),
    change: disk => disk.write('.gitignore', 'y.txt\n'),
  },
  'files below node_modules, which editors do not watch': {
    call: ['find_files', { glob: '*.js', include_ignored: true }],
    arrange: disk => disk.write('node_modules/p/x.js', ''),
    change: disk => disk.write('node_modules/p/y.js', ''),
  },
  'text in a folder that nothing was read in': {
    call: search,
    arrange: disk => disk.write('a/b/c/x.txt', 'a needle'),
    change: disk => disk.write('a/b/c/x.txt', 'the needle'),
  },
  'text that is there no more': {
    call: search,
    arrange: disk => Promise.all([disk.write('a/x.txt', 'a needle'), disk.write('b/x.txt', 'a needle')]),
    change: disk => disk.remove('b'),
  },
  'text behind a folder that is swapped': {
    call: ['search_text', { query: 'needle', path: 'a' }],
    arrange: disk => Promise.all([disk.write('a/b/x.txt', 'needle 1'), disk.write('c/b/x.txt', 'needle 2')]),
    change: disk => disk.replace('a', 'c'),
  },
};

describe('a repeated answer is what a new call would give', () => {
  const made = eachWorkspace();

  for (const [name, scenario] of Object.entries(scenarios)) {
    const call: Call = scenario.call ?? read('a.txt');
    const { arrange = ({ write }) => write('a.txt', 'old'), change } = scenario;
    it(`about ${name}`, async () => {
      const disk = diskOf(made);
      await arrange(disk);
      const turn = await createWorkspaceCalls(made.workspace);
      const first = await turn.call(...call);
      assert.deepEqual(await turn.call(...call), { ...first, isRepeated: true });
      await change(disk);
      const later = await turn.call(...call);
      assert.deepEqual(later, await (await createWorkspaceCalls(made.workspace)).call(...call));
      assert.notEqual(later.text, first.text);
    });
  }

  it('about a file that the same turn has written', async () => {
    const turn = await createWorkspaceCalls(made.workspace, { allowed: ['write_file'] });
    await made.write('a.txt', 'old');
    await turn.call(...read('a.txt'));
    await turn.call('write_file', { path: 'a.txt', content: 'new' });
    assert.deepEqual(await turn.call(...read('a.txt')), {
      text: 'new\n[1 line.]',
      isRepeated: false,
    });
  });

  it('about a file that is written by a call of the same round', async () => {
    const turn = await createWorkspaceCalls(made.workspace, { allowed: ['write_file'] });
    for (const content of ['one', 'two', 'three', 'four']) {
      await Promise.all([
        turn.call(...read('a.txt')),
        turn.call('write_file', { path: 'a.txt', content }),
        turn.call(...read('a.txt')),
      ]);
      assert.equal((await turn.call(...read('a.txt'))).text, `${content}\n[1 line.]`);
    }
  });
});

describe('a tool of yours that says nothing about deduplication', () => {
  const states = ['running', 'running', 'finished', 'finished'];
  const statusTool = (annotations: Annotations) => {
    let calls = 0;
    return defineTool({
      name: 'job_status',
      description: 'Says how a job is.',
      arguments: { type: 'object', properties: {} },
      annotations: { readOnly: true, ...annotations },
      invoke: () => states[calls++] ?? 'too many calls',
    });
  };

  async function answersOf(annotations: Annotations) {
    const made = await makeTemporaryWorkspace();
    const { call } = await createWorkspaceCalls(made.workspace, { more: [statusTool(annotations)] });
    const answers = [];
    for (const _ of states) answers.push(await call('job_status', {}));
    await made.dispose();
    return answers.map(({ text, isRepeated }) => (isRepeated ? `${text} (again)` : text));
  }

  it('is never deduplicated where it reaches out, or may find something else each time', async () => {
    for (const annotations of [
      {},
      { idempotent: true },
      { openWorld: false },
      { idempotent: true, openWorld: true },
      { idempotent: false, openWorld: false },
    ]) {
      assert.deepEqual(await answersOf(annotations), states);
    }
  });

  it('is asked each time where it does not, and repeats only what is the same', async () => {
    assert.deepEqual(await answersOf({ idempotent: true, openWorld: false }), [
      'running',
      'running (again)',
      'finished',
      'finished (again)',
    ]);
  });
});
