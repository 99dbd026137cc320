import { type Answer, answerChunks, chunk } from '../fakes/openai-server.ts';

/** A call as a model makes it. */
export interface Step {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly object[];
}

/**
 * A model that takes one step after the other and then says that it has finished: by native calls where it is given
 * tools, and else as the contract has it. Whoever asks it for something else, such as a title, gets a word.
 */
export function agentModel(steps: readonly Step[]): Answer {
  return (response, received) => {
    const body = received.body as unknown as Body;
    const isNative = body.tools !== undefined && body.tools.length > 0;
    const said = isNative ? natively(body, steps) : asText(body, steps);
    const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };
    return answerChunks([...said, { ...chunk({}), choices: [], usage }])(response, received);
  };
}

function natively({ messages }: Body, steps: readonly Step[]): readonly object[] {
  const done = messages.filter(({ role }) => role === 'tool').length;
  const step = steps[done];
  if (step === undefined) return says('Task finished.');
  const named = { name: step.name, arguments: JSON.stringify(step.arguments) };
  const call = { index: 0, id: `call_${done}`, type: 'function', function: named };
  const first = chunk({ role: 'assistant', content: 'I use a tool.' });
  return [first, chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')];
}

/** Before each step, it asks for the description of its tool if it was given only signatures. */
function asText({ messages }: Body, steps: readonly Step[]): readonly object[] {
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  if (!texts.some(text => text.includes('{"calls": [{"name": "<tool>"'))) return says('A task');
  const called = messages.flatMap(({ role }, at) =>
    role === 'assistant' && texts[at]?.startsWith('{"calls"') ? [texts[at]] : [],
  );
  const step = steps[called.filter(text => !text.includes(describer)).length];
  if (step === undefined) return says(JSON.stringify({ answer: 'Task finished.' }));
  const asks = texts[0]?.includes(`- ${describer}(`) === true && called.at(-1)?.includes(describer) !== true;
  const call = asks ? { name: describer, arguments: { names: [step.name] } } : step;
  return says(JSON.stringify({ calls: [call] }));
}

const describer = 'describe_tool';

function says(text: string): readonly object[] {
  return [chunk({ role: 'assistant', content: text }), chunk({}, 'stop')];
}
