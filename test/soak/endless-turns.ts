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
const written = createConversationStore(folder);
const store: typeof written = {
  ...written,
  async append(of, joined, details) {
    await written.append(of, joined, details);
    for (const result of joined.filter(isResult)) process.stdout.write(`${result.id}\n`);
  },
};
const ensemble = createFakeEnsemble('notes', {
  write: { annotations: { readOnly: false }, deduplication: 'none', invocable: () => 'x'.repeat(2_000) },
});
const ports = await createFakePorts({ ensembles: [ensemble], rules: { 'notes:write': 'allow' } });
const host = { ...ports.host, ids: { next: (prefix: string) => `${prefix}-${randomUUID()}` } };

for (;;) {
  const stored = await loadConversation(store, id);
  const { keep, beforeChange } = createTurnKeeper(stored, { store, host, onKept: () => {} });
  const model = createScriptedModel(
    invokes(['notes__write', { line: 1 }], ['notes__write', { line: 2 }]),
    invokes(['notes__write', { line: 3 }]),
    says('Written.'),
  );
  const options = { ports: { ...ports, host }, model, signal: new AbortController().signal, beforeChange };
  for await (const event of converse(stored.conversation, { content: [text('Write.')] }, options)) {
    await keep(event);
    if (event.type === 'joined') await breath();
  }
}
