import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { AskCaller, Context } from '../../../src/converser/words/ensemble/invoker.ts';
import type { PersonAnswer, PersonQuestion } from '../../../src/converser/words/ensemble/person.ts';
import { askPerson } from '../../../src/ensembles/dialogue/ask-person.ts';
import { toolContext } from '../tool-context.ts';

const questions = [
  { question: 'Which colour?', options: ['red', 'blue', 'red'] },
  { question: 'Which sizes?', options: ['S', 'M'], several: true },
  { question: 'What name?' },
];

describe('dialogue:ask_person', () => {
  it('shows each question with its options, and room for other words', async () => {
    const { asked } = await ask({ action: 'cancel' });
    assert.equal(asked?.message, 'For the shop.');
    assert.deepEqual(
      asked?.fields.map(({ kind, name, title }) => `${kind} ${name}: ${title}`),
      [
        ...['choice answer_1: Which colour?', 'string own_answer_1: Or in your own words'],
        ...['choices answer_2: Which sizes?', 'string own_answer_2: Or in your own words'],
        'string own_answer_3: What name?',
      ],
    );
    const [colour] = asked?.fields ?? [];
    assert.deepEqual(colour?.kind === 'choice' && colour.options.map(({ value }) => value), ['red', 'blue']);
  });

  it('says in which conversation it asks', async () => {
    const { asked } = await ask({ action: 'cancel' }, { conversation: 'one' });
    assert.equal(asked?.conversation, 'one');
  });

  it('tells the model each answer below its question', async () => {
    const content = { answer_1: 'blue', answer_2: ['S', 'M'], own_answer_2: ' and L ', own_answer_3: '' };
    const { told } = await ask({ action: 'accept', content });
    assert.equal(told, 'Which colour?\n→ blue\nWhich sizes?\n→ S; M; and L\nWhat name?\n→ (no answer)');
  });

  it('tells nothing that was not offered or written', async () => {
    const content = { answer_1: 'green', answer_2: [{ S: 1 }, 'XL'], own_answer_3: 7, other: 'x' };
    const { told } = await ask({ action: 'accept', content } as PersonAnswer);
    const none = '→ (no answer)';
    assert.equal(told, `Which colour?\n${none}\nWhich sizes?\n${none}\nWhat name?\n${none}`);
  });

  it('tells a no, a dismissal and that nobody can be asked apart', async () => {
    assert.match(String((await ask({ action: 'decline' })).told), /does not want to answer/);
    assert.match(String((await ask({ action: 'cancel' })).told), /dismissed/);
    await assert.rejects(ask({ action: 'absent' }), /can’t be asked here/);
  });

  it('counts no time against the call while it waits', async () => {
    const times: string[] = [];
    const beginAsking = () => {
      times.push('begun');
      return () => times.push('ended');
    };
    await ask({ action: 'decline' }, { beginAsking });
    assert.deepEqual(times, ['begun', 'ended']);
  });

  it('asks the users of the program that calls, in the form of MCP', async () => {
    const params: unknown[] = [];
    const askedWith = (answer: Awaited<ReturnType<AskCaller>>) => {
      const askCaller: AskCaller = async question => {
        params.push(question);
        return answer;
      };
      return ask({ action: 'cancel' }, { askCaller });
    };
    const content = { answer_1: 'red', own_answer_3: 'Ada' };
    const { told, asked } = await askedWith({ action: 'accept', content });
    assert.equal(asked, undefined);
    assert.match(String(told), /→ red\n.*\n→ \(no answer\)\n.*\n→ Ada$/);
    assert.deepEqual(params[0], {
      mode: 'form',
      message: 'For the shop.',
      requestedSchema: {
        type: 'object',
        properties: {
          answer_1: { type: 'string', title: 'Which colour?', enum: ['red', 'blue'] },
          own_answer_1: { type: 'string', title: 'Or in your own words' },
          answer_2: { type: 'array', title: 'Which sizes?', items: { type: 'string', enum: ['S', 'M'] } },
          own_answer_2: { type: 'string', title: 'Or in your own words' },
          own_answer_3: { type: 'string', title: 'What name?' },
        },
      },
    });
    await assert.rejects(askedWith(undefined), /can’t be asked/);
  });
});

async function ask(answer: PersonAnswer, own: Partial<Context> = {}) {
  let asked: PersonQuestion | undefined;
  const tool = askPerson({
    ask: async question => {
      asked = question;
      return answer;
    },
  });
  const args: JsonObject = { reason: 'For the shop.', questions };
  return { told: await tool.invocable(args, toolContext('dialogue:ask_person', own)), asked };
}
