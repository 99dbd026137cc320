import assert from 'node:assert/strict';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import type {
  Elicitor,
  FormAnswer,
  FormQuestion,
} from '../../../../src/ensembles/mcp/elicitation/elicitor.ts';
import { type RequestedSchema, readForm } from '../../../../src/ensembles/mcp/elicitation/read-form.ts';
import { aServer } from '../example-definition.ts';

function elicitWith(form: Elicitor['form']) {
  return createElicit({ elicitor: { form, page: async () => 'cancel' }, openBrowser: async () => {} });
}

describe('a server that asks more than anybody would answer', () => {
  const { signal } = new AbortController();
  const question = {
    mode: 'form',
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  } as const;

  function create() {
    const answers: ((answer: FormAnswer) => void)[] = [];
    const elicit = elicitWith(() => new Promise(resolve => void answers.push(resolve)));
    return { elicit, answers };
  }

  it('shows you a few of its questions, and more once these are answered', async () => {
    const { elicit, answers } = create();
    const asked = { definition: aServer(), signal };
    const first = Array.from({ length: 5 }, () => elicit(question, asked));
    assert.deepEqual(await elicit(question, asked), { action: 'cancel' });
    assert.equal(answers.length, 5);
    for (const answer of answers) answer({ action: 'decline' });
    for (const answered of first) assert.deepEqual(await answered, { action: 'decline' });
    const later = elicit(question, asked);
    assert.equal(answers.length, 6);
    answers[5]?.({ action: 'accept', content: { name: 'Ada' } });
    assert.deepEqual(await later, { action: 'accept', content: { name: 'Ada' } });
  });

  it('takes no room from other servers', () => {
    const { elicit, answers } = create();
    for (let count = 0; count < 9; count++) void elicit(question, { definition: aServer(), signal });
    void elicit(question, { definition: aServer({}, { name: 'rain' }), signal });
    assert.equal(answers.length, 6);
  });
});

describe('a form that was answered wrongly', () => {
  it('is shown again with that answer, and without the values that you took out of it', async () => {
    const forms: FormQuestion[] = [];
    const elicit = elicitWith(async question => {
      forms.push(question);
      return forms.length === 1 ? { action: 'accept', content: { city: 'O' } } : { action: 'decline' };
    });
    const city = { type: 'string', minLength: 2 } as const;
    const copy = { type: 'string', default: 'boss@example.org' } as const;
    const requestedSchema = { type: 'object' as const, properties: { city, copy }, required: ['city'] };
    const asked = { definition: aServer(), signal: new AbortController().signal };
    await elicit({ mode: 'form', message: 'Where to?', requestedSchema }, asked);
    const shown = forms.map(({ fields }) => fields.map(field => field.default));
    assert.deepEqual(shown, [
      [undefined, 'boss@example.org'],
      ['O', undefined],
    ]);
  });
});

const defaultOf = (field: RequestedSchema['properties'][string]) =>
  readForm({ type: 'object', properties: { field } })[0]?.default;

describe('what a server proposes for a field', () => {
  it('is one of the options, or nothing: you could not see that another one is sent', () => {
    const either = ['a', 'b'];
    assert.equal(defaultOf({ type: 'string', enum: either, default: 'b' }), 'b');
    assert.equal(defaultOf({ type: 'string', enum: either, default: 'c' }), undefined);
    const oneOf = either.map(each => ({ const: each, title: each.toUpperCase() }));
    assert.equal(defaultOf({ type: 'string', oneOf, default: 'a' }), 'a');
    assert.equal(defaultOf({ type: 'string', oneOf, default: 'A' }), undefined);
  });

  it('is reduced to existing options', () => {
    const items = { type: 'string', enum: ['a', 'b'] } as const;
    const several = (...chosen: readonly string[]) =>
      defaultOf({ type: 'array', items: { ...items, enum: [...items.enum] }, default: [...chosen] });
    assert.deepEqual(several('b', 'c'), ['b']);
    assert.deepEqual(several('c'), []);
  });
});
