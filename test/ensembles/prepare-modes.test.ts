import assert from 'node:assert/strict';
import path from 'node:path';
import type { Origin } from '../../src/converser/words/ensemble/invoker.ts';
import { formatDiagnostic } from '../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { prepareModes } from '../../src/ensembles/prepare-modes.ts';
import { createFakeDescriptorFiles } from '../fakes/fake-descriptor-files.ts';

const shipped = path.resolve(import.meta.dirname, '../../ensembles');

const folder = (at: string, origin: Origin, isTrusted = true) => ({
  path: at,
  origin,
  isTrusted: () => isTrusted,
});

async function prepared(texts: Record<string, string>, folders = [folder('/own', 'user')]) {
  const warned: string[] = [];
  const log = { warn: (line: string) => void warned.push(line), error: assert.fail };
  const files = createFakeDescriptorFiles(texts);
  return { modes: await prepareModes({ folders, log, files }), files, warned };
}

const mode = (name: string, more = '') => `[mode]\nname = "${name}"\ndescription = "Of ${name}."\n${more}`;

describe('the modes of folders', () => {
  it('are, of those that come with Converser, agent, edits, review-first, plan and ask, of which the last two change nothing, and the second and third accept edits', async () => {
    const log = { warn: assert.fail, error: assert.fail };
    const modes = await prepareModes({ folders: [folder(shipped, 'shipped')], log });
    const readOnly = modes.all.map(each => [each.name, each.readOnly]);
    assert.deepEqual(
      readOnly,
      Object.entries({ agent: false, edits: false, 'review-first': false, plan: true, ask: true }),
    );
    const accepting = modes.all.filter(({ acceptsEdits }) => acceptsEdits);
    assert.equal(accepting.map(({ name }) => name).join(), 'edits,review-first');
    const reviewing = modes.all.filter(({ reviewsFirst }) => reviewsFirst);
    assert.equal(reviewing.map(({ name }) => name).join(), 'review-first');
    assert.deepEqual(modes.all[3]?.options, { effort: 'high' });
    assert.match(modes.all[4]?.instructions ?? '', /no tools that could\. Where a change is wanted/);
    modes.dispose();
  });

  it('say all that a descriptor can', async () => {
    const { modes } = await prepared({
      '/own/modes/a.toml': mode(
        'review',
        'title = "Review"\ninstructions = "Be strict."\nmodel = "p/m"\nread_only = true\ntools = ["workspace:*"]\npermission_mode = "everything"\naccept_edits = true\n[options]\neffort = "max"\ntopP = 0.5\n',
      ),
    });
    assert.deepEqual(modes.all, [
      {
        name: 'review',
        title: 'Review',
        description: 'Of review.',
        instructions: 'Be strict.',
        model: 'p/m',
        readOnly: true,
        tools: ['workspace:*'],
        permissionMode: 'everything',
        acceptsEdits: true,
        options: { effort: 'max', topP: 0.5 },
        origin: 'user',
      },
    ]);
  });

  it('tell each mistake with its place, and leave out only that mode', async () => {
    const { modes, warned } = await prepared({
      '/own/modes/a.toml': mode('a'),
      '/own/modes/b.toml': mode('B b', 'colour = 1\n'),
      '/own/modes/c.toml': 'x = [',
      '/own/modes/d.toml': mode('d', '[options]\neffort = "huge"\n'),
      '/own/modes/notes.txt': 'no mode',
      '/own/e.toml': mode('e'),
    });
    assert.equal(modes.all.map(({ name }) => name).join(), 'a');
    const told = [...modes.diagnostics.values()].flat().map(formatDiagnostic);
    assert.equal(told.length, 4);
    assert.match(told[0] ?? '', /^\/own\/modes\/b\.toml:2:8: name must be a name of small letters/);
    assert.match(told[1] ?? '', /^\/own\/modes\/b\.toml:4:1: Unknown key "colour"/);
    assert.match(told[2] ?? '', /^\/own\/modes\/c\.toml:1:.*Not valid TOML/);
    assert.match(told[3] ?? '', /^\/own\/modes\/d\.toml:4:2: effort must be one of .*"huge"/);
    assert.deepEqual(warned, told);
  });

  it('of yours replace those of Converser; those of an opened folder replace none, and are not read without trust', async () => {
    const texts = {
      '/shipped/modes/ask.toml': mode('ask', 'read_only = true\n'),
      '/own/modes/ask.toml': mode('ask', 'title = "Mine"\nread_only = true\n'),
      '/ws/modes/ask.toml': mode('ask'),
      '/ws/modes/team.toml': mode('team'),
      '/ws/modes/trap.toml': mode('trap', 'accept_edits = true\n'),
      '/far/modes/far.toml': mode('far'),
    };
    const { modes, files } = await prepared(texts, [
      folder('/shipped', 'shipped'),
      folder('/ws', 'workspace'),
      folder('/own', 'user'),
      folder('/far', 'workspace', false),
    ]);
    const known = modes.all.map(({ name, title, readOnly }) => `${name} ${title} ${readOnly}`);
    assert.deepEqual(known, ['ask Mine true', 'team team false']);
    const told = [...modes.diagnostics.values()].flat().map(formatDiagnostic);
    assert.deepEqual(told.sort(), [
      '/ws/modes/ask.toml:1:1: There is a mode "ask" already, which a folder can’t replace. Choose another name.',
      '/ws/modes/trap.toml:4:1: A folder’s mode can’t accept edits. Choose Accept Edits, or write such a mode yourself. (mode.accept_edits)',
    ]);
    assert.ok(!files.reads.some(file => file.startsWith('/far')));
  });

  it('follow what is on disk', async () => {
    const texts: Record<string, string> = { '/own/modes/a.toml': mode('a') };
    const { modes, files } = await prepared(texts);
    const changed = new Promise<void>(resolve => modes.onDidChange(() => resolve()));
    texts['/own/modes/b.toml'] = mode('b');
    files.changed();
    await changed;
    assert.equal(modes.all.map(({ name }) => name).join(), 'a,b');
  });
});
