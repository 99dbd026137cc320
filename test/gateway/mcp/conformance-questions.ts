import type { ElicitRequestFormParams } from '@modelcontextprotocol/client';
import { text } from '../../../src/converser/words/canister/content.ts';
import { type Invocable, reply } from '../../../src/converser/words/ensemble/invoker.ts';

/** The tools that ask the conformance framework, under the names and with the forms that it wants. */
export const conformanceQuestions: Readonly<Record<string, Invocable>> = {
  test_elicitation: asks(
    {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    },
    ['username', 'email'],
  ),
  test_elicitation_sep1034_defaults: asks({
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  test_elicitation_sep1330_enums: asks({
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: [
        { const: 'value1', title: 'First Option' },
        { const: 'value2', title: 'Second Option' },
        { const: 'value3', title: 'Third Option' },
      ],
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'value1', title: 'First Choice' },
          { const: 'value2', title: 'Second Choice' },
          { const: 'value3', title: 'Third Choice' },
        ],
      },
    },
  }),
};

type Form = ElicitRequestFormParams['requestedSchema'];

function asks(properties: Form['properties'], required: readonly string[] = []): Invocable {
  return async (_args, { askCaller, signal }) => {
    const requestedSchema: Form = { type: 'object', properties, required: [...required] };
    const answer = await askCaller?.({ mode: 'form', message: 'What is it?', requestedSchema }, signal);
    return reply({ content: [text(`User response: ${JSON.stringify(answer)}`)] });
  };
}
