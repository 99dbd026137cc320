import { type Answer, answerChunks, chunk } from '../fakes/openai-server.ts';

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

export interface ObservedModel {
  readonly answer: Answer;
  /** Names of the tools that it was offered, by request. */
  readonly offered: readonly (readonly string[])[];
  readonly messages: readonly (readonly object[])[];
}

/**
 * A model that calls the tool whose name matches, with no arguments, and then says that it has finished. It searches
 * for the tool where the program gives it only a search.
 */
export function callsOneNamed(pattern: RegExp, words: string): ObservedModel {
  const offered: (readonly string[])[] = [];
  const messages: (readonly object[])[] = [];
  return {
    answer(response, received) {
      const body = received.body as unknown as Body;
      const names = (body.tools ?? []).map(nameOf);
      offered.push(names);
      messages.push(body.messages);
      const searches = names.filter(name => name === 'tool_search').map(searchFor(words));
      const isFound = searches.length > 0 && body.messages.some(({ role }) => role === 'tool');
      // What a search has found may be called, though it is not among the tools.
      const known = isFound ? (JSON.stringify(body.messages).match(/\b\w+\b/g) ?? []) : names;
      const call = known.filter(name => pattern.test(name)).map(name => ({ name, arguments: {} }));
      const steps = isFound || call.length === 0 ? [...searches, ...call.slice(0, 1)] : call;
      const said = steps.length === 0 ? says('A task') : natively(body, steps);
      return answerChunks(said)(response, received);
    },
    offered,
    messages,
  };
}

function searchFor(query: string) {
  return (name: string): Step => ({ name, arguments: { query } });
}

function nameOf(tool: object): string {
  return 'function' in tool ? (tool.function as { readonly name: string }).name : '';
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
