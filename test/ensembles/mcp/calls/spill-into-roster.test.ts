import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { isReply } from '../../../../src/converser/words/ensemble/invoker.ts';
import { spillIntoRoster } from '../../../../src/ensembles/mcp/calls/spill-into-roster.ts';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { call, texts } from '../call.ts';
import { createPorts, define, misbehaving } from '../servers.ts';

describe('the tool that reads long results', () => {
  it('is named to a model with the beginning and the end of what a server sent', async () => {
    const folder = await createTempFolder();
    const roster = createEnsembleRoster();
    const spill = spillIntoRoster({ folder: folder.file('kept'), roster, nextId: () => 'n1' });
    const ensemble = createMcpEnsemble(define(misbehaving()), createPorts({ spill }));
    try {
      await ensemble.connect(new AbortController().signal);
      const [told = ''] = texts(await call(ensemble, 'huge'));
      assert.ok(told.length <= 24_000 && told.startsWith('zzz') && told.endsWith('zzz'));
      assert.match(told, /of 5000000 are left out here\. .*long_results:read_result {"name": "huge-n1\.txt"/);
      assert.equal((await readFile(folder.file('kept/huge-n1.txt'), 'utf8')).length, 5_000_000);
    } finally {
      await ensemble.disconnect();
      await roster.dispose();
      await folder.dispose();
    }
  });

  it('appears with the first long result, and reads it', async () => {
    const folder = await createTempFolder();
    const roster = createEnsembleRoster();
    try {
      let count = 0;
      const spill = spillIntoRoster({ folder: folder.file('kept'), roster, nextId: () => String(++count) });
      assert.deepEqual(roster.invokers(), []);
      const readOn = await spill.write('search', 'the whole of it', 'server:tried');
      await spill.write('search', 'another');
      assert.match(readOn, /long_results:read_result \{"name": "search-1\.txt"/);
      assert.deepEqual(
        roster.invokers().map(({ ensemble, name, annotations }) => [ensemble, name, annotations.readOnly]),
        [['long_results', 'read_result', true]],
      );
      await roster.connect(new AbortController().signal);
      const [ensemble] = roster.ensembles;
      assert.equal(ensemble?.state.status, 'ready');
      const found = roster.find('long_results:read_result');
      assert.ok(found.kind === 'found');
      const returned = await found.invoker.invocable(
        { name: 'search-1.txt' },
        {
          invoker: found.invoker,
          auxdata: {},
          configuration: {},
          namespace: new Map(),
          signal: new AbortController().signal,
          progress: () => {},
        },
      );
      assert.ok(isReply(returned));
      assert.equal(textOf(returned.content), 'the whole of it');
      assert.deepEqual(returned.label?.sources, ['server:tried']);
    } finally {
      await roster.dispose();
      await folder.dispose();
    }
  });
});
