import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { converse } from '../../src/converser/turn/converse.ts';
import { isResult } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createTurnKeeper, loadConversation } from '../../src/store/stored-conversation.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

/** Holds turn after turn, and says which results are safely stored, until it is killed: `endless-turns.ts FOLDER ID`. */
const [folder = '', id = ''] = process.argv.slice(2);
const store = createConversationStore(folder);
const ensemble = createFakeEnsemble('notes', {
  write: { annotations: { readOnly: false }, deduplication: 'none', invocable: () => 'x'.repeat(2_000) },
});
const ports = await createFakePorts({ ensembles: [ensemble], rules: { 'notes:write': 'allow' } });
const host = { ...ports.host, ids: { next: (prefix: string) => `${prefix}-${randomUUID()}` } };

for (;;) {
  const stored = await loadConversation(store, id);
  const keep = createTurnKeeper(stored, { store, host });
  const model = createScriptedModel(
    invokes(['notes__write', { line: 1 }], ['notes__write', { line: 2 }]),
    invokes(['notes__write', { line: 3 }]),
    says('Written.'),
  );
  const options = { ports: { ...ports, host }, model, signal: new AbortController().signal };
  for await (const event of converse(stored.conversation, { content: [text('Write.')] }, options)) {
    if (event.type !== 'joined' && event.type !== 'turn-end') continue;
    await keep(event);
    const results = event.type === 'joined' ? event.canisters.filter(isResult) : [];
    for (const result of results) process.stdout.write(`${result.id}\n`);
    await breath();
  }
}
