import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toContract } from '../../src/dialects/contract/nativize-request.ts';
import { contractPrompt } from '../../src/dialects/contract/prompt.ts';
import { nativizeRequest as toOllama } from '../../src/dialects/ollama-chat/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { complaintAbout as messagesComplaint } from '../fakes/anthropic-complaints.ts';
import { chatComplaint } from '../fakes/chat-complaints.ts';
import { ollamaComplaint } from '../fakes/ollama-complaints.ts';
import { responsesComplaint } from '../fakes/responses-complaints.ts';
import { anyRequest } from './any-history.ts';

interface Shown {
  readonly images: boolean;
  readonly files: boolean;
  readonly reasoning: boolean;
}

const wire = { model: 'm', provider: 'test' };
const shown = fc.record({ images: fc.boolean(), files: fc.boolean(), reasoning: fc.boolean() });

interface Wire {
  readonly send: (request: ModelRequest, shown: Shown) => object;
  /** What its strictest server would say. */
  readonly complaint: (body: Readonly<Record<string, unknown>>) => string | undefined;
}

const wires: Readonly<Record<string, Wire>> = {
  'Anthropic Messages': {
    send: (request, { images }) => toMessages(request, { ...wire, maxTokens: 9, images }),
    complaint: messagesComplaint,
  },
  'Chat Completions': {
    send: (request, { images, files }) => toChat(request, { ...wire, images, files }),
    complaint: chatComplaint,
  },
  'Ollama’s API': {
    send: (request, { images }) => toOllama(request, { ...wire, images }),
    complaint: body => ollamaComplaint(body as JsonObject, { m: {} })?.error,
  },
  Responses: {
    send: (request, how) => toResponses(request, { ...wire, ...how }),
    complaint: responsesComplaint,
  },
};

/** As `withContract` asks a model that only writes text. */
function throughContract(request: ModelRequest, images: boolean): ModelRequest {
  const protocol = contractPrompt(request.tools);
  return { canisters: toContract(request.canisters, { protocol, images }), tools: [] };
}

describe('a conversation stays usable, whatever it holds:', () => {
  for (const [name, { send, complaint }] of Object.entries(wires)) {
    it(`${name} takes it`, () => {
      fc.assert(
        fc.property(anyRequest, shown, (request, how) => {
          const canisters = validHistory(request.canisters);
          assert.equal(complaint({ ...send({ ...request, canisters }, how) }), undefined);
        }),
        { numRuns: 2_500 },
      );
    });

    it(`${name} takes it through the contract`, () => {
      fc.assert(
        fc.property(anyRequest, shown, (request, how) => {
          const canisters = validHistory(request.canisters);
          const spoken = throughContract({ ...request, canisters }, how.images);
          assert.equal(complaint({ ...send(spoken, how) }), undefined);
        }),
        { numRuns: 2_500 },
      );
    });

    it(`${name} is sent the same, whatever was remembered of earlier requests`, () => {
      fc.assert(
        fc.property(anyRequest, shown, shown, fc.nat(12), (request, before, how, length) => {
          send({ ...request, canisters: validHistory(request.canisters.slice(0, length)) }, before);
          const all = { ...request, canisters: validHistory(request.canisters) };
          send({ ...all, tools: [] }, before);
          const written = (asked: ModelRequest) => JSON.stringify(send(asked, how));
          assert.equal(written(all), written(structuredClone(all)));
        }),
        { numRuns: 1_700 },
      );
    });
  }
});
