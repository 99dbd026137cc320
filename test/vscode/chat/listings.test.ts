import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createChatListings } from '../../../src/vscode/chat/participant-listings.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { fakeStream } from '../support/fake-stream.ts';

describe('the lists of tools and ensembles in the chat view', () => {
  const { signal } = new AbortController();

  it('show the descriptions of servers and tools verbatim, and fetch nothing for them', async () => {
    const hostile =
      '![x](https://evil.example/seen.png) [Go on](command:workbench.action.quit) <b>$(alert)</b>';
    const roster = createEnsembleRoster();
    const ensemble = createFakeEnsemble('fake', {
      look: { description: hostile, invocable: async () => '' },
    });
    await roster.set({ ...ensemble, title: hostile, description: hostile });
    const { tools, ensembles } = createChatListings(roster, { models: async () => [] });
    for (const list of [tools, ensembles]) {
      const { stream, markdown } = fakeStream();
      await list(stream, signal);
      const shown = markdown.map(({ value }) => value).join('\n');
      assert.match(shown, /evil/);
      assert.doesNotMatch(shown, /!\[|\]\((https|command):|<b>|\$\(alert\)/);
    }
    await roster.dispose();
  });
});
