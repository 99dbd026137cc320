import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { isJsonObject, type JsonValue } from '../../src/converser/ground/json/json.ts';
import { toJson } from '../../src/converser/words/canister/canister-json.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toContract } from '../../src/dialects/contract/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
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

/** Where in a value something is put in the place of what was there. */
interface Damage {
  readonly at: number;
  readonly instead: JsonValue | undefined;
}

const values: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  5,
  '',
  'x',
  [],
  {},
  [null],
  { $bytes: 5 },
];
const instead = fc.constantFrom(...values);
const damages = fc.array(fc.record({ at: fc.nat(), instead }), { maxLength: 3 });

function damaged(value: JsonValue, { at, instead }: Damage): JsonValue {
  const places: (() => void)[] = [];
  const copy = structuredClone(value);
  const visit = (holder: JsonValue) => {
    if (!Array.isArray(holder) && !isJsonObject(holder)) return;
    const fields = holder as Record<string, JsonValue | undefined>;
    for (const key of Object.keys(fields)) {
      if (isRefusal(fields[key])) continue;
      places.push(() => {
        if (instead === undefined) delete fields[key];
        else fields[key] = instead;
      });
      visit(fields[key] ?? null);
    }
  };
  visit(copy);
  places[at % Math.max(1, places.length)]?.();
  return copy;
}

/** It alone says that the question before it was refused: nobody could know without it. */
function isRefusal(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isJsonObject(value.interrupted) && value.interrupted.kind === 'refused';
}

describe('a stored conversation, whatever befell its file,', () => {
  const temp = eachTest(() => createTempFolder());

  it('is loaded so that every wire takes it', async function () {
    this.timeout(120_000);
    const store = createConversationStore(temp.path);
    const turns = fc.array(fc.tuple(anyRequest, damages), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(turns, async stored => {
        const lines = stored.map(([{ canisters }, all]) => {
          const whole = JSON.parse(toJson(canisters)) as JsonValue;
          return JSON.stringify(all.reduce(damaged, whole));
        });
        await writeFile(temp.file('one.jsonl'), lines.join('\n'));
        const canisters = validHistory(await store.load('one'));
        const tools = stored[0]?.[0].tools ?? [];
        for (const complaint of complaints({ canisters, tools })) assert.equal(complaint, undefined);
      }),
      { numRuns: 400 },
    );
  });
});
