import assert from 'node:assert/strict';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import type { FormAnswer } from '../../../../src/ensembles/mcp/elicitation/elicitor.ts';
import { aServer } from '../a-definition.ts';

describe('a server that asks more than anybody would answer', () => {
  const { signal } = new AbortController();
  const question = {
    mode: 'form',
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  } as const;

  function create() {
    const answers: ((answer: FormAnswer) => void)[] = [];
    const elicit = createElicit({
      elicitor: {
        form: () => new Promise(resolve => void answers.push(resolve)),
        page: async () => 'cancel',
      },
      openBrowser: async () => {},
    });
    return { elicit, answers };
  }

  it('stands before the person with a few of its questions, and with others once these are answered', async () => {
    const { elicit, answers } = create();
    const asked = { definition: aServer(), signal };
    const first = Array.from({ length: 5 }, () => elicit(question, asked));
    assert.deepEqual(await elicit(question, asked), { action: 'cancel' });
    assert.equal(answers.length, 5);
    for (const answer of answers) answer({ action: 'decline' });
    assert.deepEqual(
      await Promise.all(first),
      first.map(() => ({ action: 'decline' })),
    );
    const later = elicit(question, asked);
    assert.equal(answers.length, 6);
    answers[5]?.({ action: 'accept', content: { name: 'Ada' } });
    assert.deepEqual(await later, { action: 'accept', content: { name: 'Ada' } });
  });

  it('takes no other server the place', () => {
    const { elicit, answers } = create();
    for (let count = 0; count < 9; count++) void elicit(question, { definition: aServer(), signal });
    void elicit(question, { definition: aServer({}, { name: 'rain' }), signal });
    assert.equal(answers.length, 6);
  });
});
