import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import { shellTools } from '../../../src/ensembles/shell/shell-tools.ts';
import { createDiskJournal } from '../../../src/ensembles/workspace/journal/disk-journal.ts';
import { createTurnUndo } from '../../../src/ensembles/workspace/journal/turn-undo.ts';
import { renderOutcome } from '../../../src/terminal/render/render-undo.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import { renderTranscript, section } from '../../golden/render-transcript.ts';
import { play, type Scenario } from '../../golden/scenario.ts';
import { createTempFolder } from '../temp-folder.ts';
import { makeTemporaryWorkspace } from '../workspace/temporary-workspace.ts';
import { createTestShell } from './test-shell.ts';

const kept = new URL('../../golden/shell/commands-run.txt', import.meta.url);
const shipped = path.resolve(import.meta.dirname, '../../../ensembles');

const run = (args: object) => ['shell__run_command', args] as const;

const story = {
  name: 'commands-run',
  shows:
    'The model runs commands. You are asked with the whole command: you say no with a reason, change another, and allow the rest. One goes on in the background, is read and ended; one is cut off by your Stop. Then you take it all back, and read what came back.',
  prompts: [
    'Clean up, and put the notes in order.',
    'Follow the log while you ping.',
    'Write until I say stop.',
  ],
  scripts: [
    invokes(run({ program: 'rm', args: ['-rf', 'drafts'] })),
    invokes(run({ program: 'sort', args: ['-r', '-o', 'notes.txt', 'notes.txt'] })),
    invokes(run({ line: 'cat notes.txt && mv notes.txt sorted.txt && exit 3' })),
    says('The notes are sorted, in sorted.txt.'),
    invokes(run({ program: 'tail', args: ['-f', 'log.txt'], background: true })),
    invokes(run({ line: 'echo ping >> log.txt' })),
    invokes(['shell__read_output', { id: 'c3', wait: 20 }]),
    invokes(['shell__list_processes', {}]),
    invokes(['shell__stop_process', { id: 'c3' }]),
    says('The ping came.'),
    invokes(run({ line: 'echo begun > out.txt; echo writing; exec sleep 100' })),
  ],
  stopsAt: (event: ConverseEvent) => event.type === 'invocation-progress' && event.message === 'writing',
} satisfies Scenario;

describe('a conversation that runs commands', () => {
  it('is the one in test/golden/shell/commands-run.txt', async () => {
    const { workspace, root, beside, write, dispose } = await makeTemporaryWorkspace({ ripgrep: false });
    for (const [file, content] of Object.entries({
      'drafts/one.txt': 'A draft.\n',
      'notes.txt': 'apples\npears\nbananas\n',
      'log.txt': '',
    }))
      await write(file, content);
    const state = await createTempFolder();
    const { log } = createFakeHost();
    let seconds = 0;
    const journal = createDiskJournal({
      folder: path.join(beside, 'journal'),
      roots: () => [root],
      clock: { now: () => new Date(++seconds * 1000) },
      log,
    });
    // Programs take real time, and transcripts show none.
    const shell = createTestShell(workspace, {
      clock: { ...createSystemClock(), monotonic: () => 0 },
      folder: state.path,
      foresee: journal.foresee,
    });
    const roster = createEnsembleRoster();
    const ensembles = await prepareEnsembles({
      folders: [{ path: shipped, origin: 'shipped', isTrusted: () => true }],
      tools: shellTools(shell),
      roster,
      log,
    });
    const scenario: Scenario = {
      ...story,
      setup: {
        ensembles: roster.ensembles.filter(({ name }) => name === 'shell'),
        answers: [
          { kind: 'deny', reason: 'I still need the drafts.' },
          { kind: 'edit', arguments: { program: 'sort', args: ['-o', 'notes.txt', 'notes.txt'] } },
          'once',
          'once',
          'once',
          'once',
          'once',
          'once',
        ],
        journal,
      },
    };
    const played = await play(scenario);
    await shell.dispose();

    const turns = createTurnUndo({ journal, roots: () => workspace.roots, unsaved: () => [] });
    const undone: string[] = [];
    for (const { record } of await turns.records()) {
      const { files } = await turns.undo(record, { signal: new AbortController().signal });
      undone.push(...renderOutcome({ record, files, earlier: new Map() }, false).trimEnd().split('\n'));
    }
    const back = section('You undo the turns, the last one first', undone.map(stripVTControlCharacters));
    const transcript = `${renderTranscript(scenario, played)}\n${back}\n`.replaceAll(
      root,
      '/home/you/project',
    );
    assert.equal(await readFile(path.join(root, 'notes.txt'), 'utf8'), 'apples\npears\nbananas\n');
    await ensembles.dispose();
    await state.dispose();
    await dispose();
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(kept, transcript);
    assert.equal(transcript, await readFile(kept, 'utf8'));
  });
});
