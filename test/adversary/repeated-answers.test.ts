import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { createSystemClock } from '../../src/converser/ground/system-ports.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { defineTool } from '../../src/ensembles/define-tool.ts';
import { shellTools } from '../../src/ensembles/shell/shell-tools.ts';
import { createTestShell } from '../ensembles/shell/test-shell.ts';
import { makeTemporaryWorkspace } from '../ensembles/workspace/temporary-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

/** Places of which some are in others, and in several spellings. */
const places = ['a.txt', 'd/a.txt', 'd'];
const spellings = (place: string) => [place, `./${place}`, `d/../${place}`, place.replace('/', '//')];
/** Of the same size, so that neither size nor times tell them apart. */
const texts = [1, 2, 3].map(one =>
  Array.from({ length: 40 }, (_, at) => `line ${at % 7 === one ? 'x' : 'y'}`).join('\n'),
);

const place = fc.constantFrom(...places);
const spelled = place.chain(one => fc.constantFrom(...spellings(one)));
const content = fc.constantFrom(...texts);
const line = fc.integer({ min: 1, max: 42 });
const reading = fc.oneof(
  fc.record({ do: fc.constant('read' as const), path: spelled }),
  fc.record({
    do: fc.constant('lines' as const),
    path: spelled,
    start: line,
    end: line,
    isNumbered: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('bytes' as const, 'names' as const), path: spelled }),
  fc.record({ do: fc.constantFrom('list' as const, 'find' as const, 'search' as const), path: spelled }),
);
const changing = fc.oneof(
  fc.record({
    do: fc.constantFrom('tool-write' as const, 'write' as const, 'overwrite' as const),
    path: place,
    content,
  }),
  fc.record({ do: fc.constantFrom('tool-move' as const, 'move' as const), path: place, to: place }),
  fc.record({ do: fc.constantFrom('tool-delete' as const, 'delete' as const), path: place }),
  fc.record({
    do: fc.constantFrom('run-write' as const, 'run-overwrite' as const, 'background-write' as const),
    path: place,
    content,
  }),
  fc.record({ do: fc.constant('run-move' as const), path: place, to: place }),
  fc.record({ do: fc.constant('run-delete' as const), path: place }),
);
const step = fc.oneof({ weight: 4, arbitrary: reading }, { weight: 1, arbitrary: changing });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** As tools of users are: they read what they want, and are answered from memory. */
const ownTools = (root: string, onRun: () => void) => [
  defineTool({
    name: 'read_bytes',
    description: 'Reads bytes.',
    arguments: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    annotations: { readOnly: true },
    deduplication: 'semantic',
    reads: ['{path}'],
    async invoke({ path: file }) {
      const bytes = await readFile(path.join(root, file));
      onRun();
      return bytes.toString('latin1');
    },
  }),
  defineTool({
    name: 'all_names',
    description: 'Names all that is there.',
    arguments: { type: 'object', properties: {} },
    annotations: { readOnly: true },
    deduplication: { strategies: ['exact', 'reuse'] },
    reads: ['**'],
    invoke: async () => (await readdir(root, { recursive: true })).sort().join('\n'),
  }),
];

function callOf(step: Step): readonly [tool: string, args: JsonObject] | undefined {
  switch (step.do) {
    case 'read':
      return ['read_file', { path: step.path }];
    case 'lines':
      return [
        'read_file',
        { path: step.path, start_line: step.start, end_line: step.end, line_numbers: step.isNumbered },
      ];
    case 'bytes':
      return ['read_bytes', { path: step.path }];
    case 'names':
      return ['all_names', {}];
    case 'list':
      return ['list_directory', { path: step.path }];
    case 'find':
      return ['find_files', { glob: '*.txt', path: step.path }];
    case 'search':
      return ['search_text', { query: 'x', path: step.path }];
    case 'tool-write':
      return ['write_file', { path: step.path, content: step.content }];
    case 'tool-move':
      return ['move_file', { path: step.path, new_path: step.to }];
    case 'tool-delete':
      return ['delete_file', { path: step.path }];
    case 'run-write':
      return ['run_command', script(written, step.content, step.path)];
    case 'run-overwrite':
      return ['run_command', script(overwritten, step.content, step.path)];
    case 'background-write':
      return [
        'run_command',
        { ...script(`sleep 0.01; ${written}`, step.content, step.path), background: true },
      ];
    case 'run-move':
      return ['run_command', { program: 'mv', args: [step.path, step.to] }];
    case 'run-delete':
      return ['run_command', { program: 'rm', args: ['-r', step.path] }];
    default:
      return undefined;
  }
}

const written = 'mkdir -p "$(dirname "$2")" && printf %s "$1" > "$2"';
/** Neither the size nor the times of the file tell that. */
const overwritten =
  'was=$(mktemp); touch -r "$2" "$was" && printf %s "$1" > "$2" && touch -r "$was" "$2"; rm "$was"';

function script(text: string, ...args: readonly string[]): JsonObject {
  return { program: 'sh', args: ['-c', text, 'sh', ...args] };
}

/** What another program does. It may fail as programs do. */
async function byOthers(step: Step, root: string): Promise<void> {
  const file = path.join(root, step.path);
  if (step.do === 'write') {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, step.content);
  }
  if (step.do === 'overwrite') {
    const { atime, mtime } = await stat(file);
    await writeFile(file, step.content);
    await utimes(file, atime, mtime);
  }
  if (step.do === 'move') await rename(file, path.join(root, step.to));
  if (step.do === 'delete') await rm(file, { recursive: true });
}

const isReading = (step: Step) => !/write|move|delete/.test(step.do);

describe('whatever happens to files in between', () => {
  it('a repeated answer is what a new call would give, and is where the model is sent to look', async function () {
    this.timeout(120_000);
    const seen = { repeated: 0, pointed: 0, asked: 0, ran: 0, inBackground: 0 };
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const made = await makeTemporaryWorkspace({ ripgrep: false });
      const { root, workspace } = made;
      // What runs in the background is not waited for.
      const shell = createTestShell(workspace, { clock: { ...createSystemClock(), sleep: async () => {} } });
      try {
        const allowed = ['write_file', 'move_file', 'delete_file'];
        const own = [...ownTools(root, () => seen.ran++), ...shellTools(shell)];
        const approver = { ask: async () => ({ kind: 'allow', scope: 'once' }) as const };
        const turn = await createWorkspaceCalls(workspace, { allowed, approver, more: own });
        const others = ownTools(root, () => {});
        for (const file of ['a.txt', 'd/a.txt']) await made.write(file, texts[0] ?? '');
        const results = new Map<string, string>();
        for (const one of steps) {
          const call = callOf(one);
          if (call === undefined) await byOthers(one, root).catch(() => {});
          if (call === undefined) continue;
          const result = await turn.resultOf(...call);
          const said = textOf(result.content);
          if (/^Running in/.test(said)) seen.inBackground++;
          await shell.find(/ as (c\d+)\./.exec(said)?.[1] ?? '')?.running.ended;
          results.set(result.id, said);
          if (!isReading(one)) continue;
          const fresh = await (await createWorkspaceCalls(workspace, { more: others })).resultOf(...call);
          assert.deepEqual([result.content, result.failure], [fresh.content, fresh.failure]);
          if (one.do === 'bytes' && result.failure === undefined) seen.asked++;
          if (result.repeats !== undefined) seen.repeated++;
          if (result.inShort !== true) continue;
          seen.pointed++;
          const shown = results.get(result.repeats ?? '') ?? '';
          for (const line of said.split('\n').filter(each => !each.startsWith('['))) {
            const plain = line.replace(/^\d+\t/, '');
            assert.ok(shown.includes(plain), `${plain} is not in ${shown}`);
          }
        }
      } finally {
        await shell.dispose();
        await made.dispose();
      }
    });
    await fc.assert(property, { numRuns: 100 });
    // Else it would be true of what repeats nothing.
    assert.ok(
      seen.repeated > 30 && seen.pointed > 5 && seen.asked > seen.ran && seen.inBackground > 0,
      JSON.stringify(seen),
    );
  });
});
