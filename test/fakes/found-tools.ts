import assert from 'node:assert/strict';
import { converse } from '../../src/converser/turn/converse.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import { reply } from '../../src/converser/words/ensemble/invoker.ts';
import type { Model } from '../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from './fake-ensemble.ts';
import { createFakePorts } from './fake-ports.ts';

const finder = createFakeEnsemble('tools', {
  find_tools: {
    findsTools: true,
    invocable: ({ name }) => reply({ content: [text(`Found ${name}.`)], finds: [`maps:${name}`] }),
  },
});
const maps = createFakeEnsemble('maps', {
  route: { offer: 'on demand', invocable: () => 'Left, then right.' },
  place: { offer: 'on demand', invocable: () => 'Here.' },
});

/** A turn with a model that finds `maps:route` and `maps:place` with `tools:find_tools`. It ends with an answer. */
export async function turnThatFindsTools(model: Model): Promise<void> {
  const ports = await createFakePorts({ ensembles: [finder, maps] });
  const { signal } = new AbortController();
  const events: readonly ConverseEvent[] = await Array.fromAsync(
    converse(createConversation('c'), { content: [text('Go.')] }, { ports, model, signal }),
  );
  const end = events.at(-1);
  assert.equal(end?.type === 'turn-end' && end.outcome, 'final', JSON.stringify(end));
}
