import assert from 'node:assert/strict';
import type { Guidance } from '../../../../src/converser/turn/guidance.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { openGateway } from '../../support/open-gateway.ts';
import { type Said, wireClients } from './wire-clients.ts';

const how: readonly Said[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'How is it?' },
];

/** Says something of the folder, and something more once a call was made. */
const guidance: Guidance = {
  begin: async () => ({
    above: 'Use tabs.',
    notices: ['Instructions: AGENTS.md'],
    follow: async ({ canisters }) => ({
      documents: canisters.some(({ role }) => role === 'result')
        ? [{ type: 'resource', uri: 'src/AGENTS.md', text: 'Of src.' }]
        : [],
      notices: [],
    }),
  }),
};

for (const [name, openClient] of Object.entries(wireClients)) {
  describe(`the instructions of the opened folders, for ${name}`, () => {
    const open = async (...scripts: readonly Script[]) => {
      const model = createScriptedModel(...scripts);
      const ensembles = ['workspace', 'weather'].map(each =>
        createFakeEnsemble(each, { look: () => 'Snow.' }),
      );
      const gateway = await openGateway({ models: [model], ensembles, guidance });
      return { model, gateway, client: openClient(gateway, 0) };
    };
    const said = (model: ReturnType<typeof createScriptedModel>) =>
      model.requests.map(({ canisters }) => canisters.map(({ content }) => textOf(content)).join('\n'));

    it('are for those who work in the folders', async () => {
      const { model, gateway, client } = await open();
      await using _open = gateway;
      for (const tools of ['', '+weather', '+workspace', '+*']) await client.ask(`model${tools}`, how);
      assert.deepEqual(
        said(model).map(all => all.includes('Use tabs.')),
        [false, false, true, true],
      );
      assert.ok(said(model).every(all => all.includes('Be brief.')));
    });

    it('join a turn, and leave it the conversation that the client goes on with', async () => {
      const scripts = [invokes(['workspace__look', {}]), says('It snows.'), says('Yes.')];
      const { model, gateway, client } = await open(...scripts);
      await using _open = gateway;
      const { text, headers } = await client.ask('model+workspace', how);
      assert.equal(text, 'It snows.');
      assert.deepEqual(
        said(model).map(all => all.includes('Of src.')),
        [false, true],
      );
      const next = await client.ask('model+workspace', [
        ...how,
        { role: 'assistant', content: text },
        { role: 'user', content: 'Still?' },
      ]);
      const id = 'x-converser-conversation';
      assert.equal(next.headers.get(id), headers.get(id));
      assert.match(said(model).at(-1) ?? '', /Of src\./);
    });
  });
}
