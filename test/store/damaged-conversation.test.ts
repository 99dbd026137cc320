import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { toJson } from '../../src/converser/words/canister/canister-json.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toContract } from '../../src/dialects/contract/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { recordLine } from '../../src/store/records.ts';
import { anyRequest } from '../dialects/any-history.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { complaintAbout as messagesComplaint } from '../fakes/anthropic-complaints.ts';
import { chatComplaint } from '../fakes/chat-complaints.ts';
import { responsesComplaint } from '../fakes/responses-complaints.ts';

const wire = { model: 'm', provider: 'test' };

function complaints(request: ModelRequest): readonly (string | undefined)[] {
  const spoken = { tools: [], canisters: toContract(request.canisters, { protocol: '', images: true }) };
  return [
    messagesComplaint({ ...toMessages(request, { ...wire, maxTokens: 9 }) }),
    chatComplaint({ ...toChat(request, wire) }),
    responsesComplaint({ ...toResponses(request, wire) }),
    chatComplaint({ ...toChat(spoken, wire) }),
  ];
}

/** What befell a line: it was lost, or one of its letters is another. */
const damages = fc.array(fc.record({ line: fc.nat(), letter: fc.option(fc.nat()) }), { maxLength: 3 });

describe('a stored conversation, whatever befell its file,', () => {
  const temp = eachTest(() => createTempFolder());

  it('is loaded so that every wire takes it', async function () {
    this.timeout(120_000);
    const store = createConversationStore(temp.path);
    const requests = fc.array(anyRequest, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(requests, damages, async (stored, damaged) => {
        const turns = stored.map(({ canisters }) => canisters);
        const lines = turns.flatMap(canisters => canisters.map(each => recordLine(toJson([each]))));
        for (const { line, letter } of damaged) {
          const at = line % Math.max(1, lines.length);
          const whole = lines[at] ?? '';
          // It alone says that the question before it was refused: nobody could know without it.
          if (whole.includes('"kind":"refused"')) continue;
          const place = (letter ?? 0) % Math.max(1, whole.length);
          lines[at] = letter === null ? '' : `${whole.slice(0, place)}~${whole.slice(place + 1)}`;
        }
        await writeFile(temp.file('one.jsonl'), lines.join('\n'));
        const canisters = validHistory(await store.load('one'));
        const tools = stored[0]?.tools ?? [];
        for (const complaint of complaints({ canisters, tools })) assert.equal(complaint, undefined);
      }),
      { numRuns: 400 },
    );
  });
});
