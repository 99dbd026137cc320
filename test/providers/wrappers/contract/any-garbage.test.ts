import assert from 'node:assert/strict';
import fc from 'fast-check';
import { converse } from '../../../../src/converser/turn/converse.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../../src/converser/words/conversation/converse-event.ts';
import { withContract } from '../../../../src/providers/wrappers/contract/contract-model.ts';
import { checkTurnEvents } from '../../../contracts/check-turn-events.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createTextModel } from '../../../fakes/text-model.ts';
import { said } from '../../heard.ts';

const schema = {
  type: 'object',
  properties: { dice: { type: 'string', pattern: '^[0-9]+d[0-9]+$' } },
  required: ['dice'],
  additionalProperties: false,
};

/** Calls that can never be made, in whole and in pieces, with what else a confused model writes. */
const garbage = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{"calls": [{"name": "roll", "arguments": {"dice": 5}}]}',
        '{"calls": [{"name": "roll", "arguments": {}}]}',
        '{"calls": [{"name": "gone", "arguments": {"dice": "2d6"}}]}',
        '{"calls": [{"name": "roll", "argum',
        '{"calls": []}',
        '<tool_call>{"name": "roll", "arguments": {"dices": "2d6"}}</tool_call>',
        '[roll(dice=many)]',
        '[TOOL_CALLS][{"name": "roll"}]',
        '<think>',
        '</think>',
        '```json\n',
        '\n',
        'I roll. ',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => parts.join(''));

describe('A model that always writes garbage', () => {
  it('gets at most two requests per reply, calls nothing, and has its text shown', async () => {
    await fc.assert(
      fc.asyncProperty(garbage, fc.boolean(), async (reply, replySchema) => {
        let rolled = 0;
        const dice = createFakeEnsemble('dice', { roll: { arguments: schema, invocable: () => ++rolled } });
        const ports = await createFakePorts({ ensembles: [dice], answers: ['once', 'once', 'once', 'once'] });
        const model = createTextModel(new Array<string>(60).fill(reply), { replySchema });
        const conversation = createConversation('c');
        const signal = new AbortController().signal;
        const prompt = { content: [text('Roll.')] };
        const events: ConverseEvent[] = await Array.fromAsync(
          converse(conversation, prompt, { ports, model: withContract(model), signal }),
        );
        checkTurnEvents(events, { isWhole: true });
        assert.ok(model.requests.length <= 2, `${model.requests.length} requests`);
        assert.equal(rolled, 0);
        assert.deepEqual(ports.host.approver.asked, []);
        const end = events.at(-1);
        assert.ok(end?.type === 'turn-end');
        if (said(events).trim() !== '') assert.equal(end.outcome, 'final');
      }),
      { numRuns: 300 },
    );
  });
});
