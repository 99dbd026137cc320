import { describeProviderContract, type Scenario, unicodeText } from '../../contracts/provider-contract.ts';
import {
  describeProviderFaults,
  recordedCalls,
  recordedText,
} from '../../contracts/provider-faults-contract.ts';
import {
  answerLines,
  calling,
  done,
  type OllamaAnswer,
  piece,
  sendLine,
  startLines,
  startOllamaChatServer,
} from '../../fakes/ollama-chat-server.ts';
import { createOllamaProvider } from '../../fakes/sdk-providers.ts';
import { firstOf, sayOn } from '../at-servers.ts';

const connection = { id: 'test', label: 'Test', key: async () => 'test-key' };

describeProviderContract('a model of Ollama', async scenario => {
  const server = await startOllamaChatServer({ 'qwen3:8b': {} }, answers[scenario]);
  const model = await firstOf(createOllamaProvider({ ...connection, baseUrl: server.url }));
  return { model, prompt: scenario, dispose: server.close };
});

const hello = answerLines([piece({ content: 'Hello.' }), done()]);
const reading = calling('files__read_file', { path: 'notes.txt' });

const answers: Readonly<Record<Scenario, OllamaAnswer>> = {
  answer: hello,
  anything: hello,
  call: answerLines([reading, done()]),
  calls: answerLines([reading, calling('chance__roll', { dice: '2d6' }), done()]),
  // Each code unit by itself, so that every surrogate pair is split.
  result: answerLines([...unicodeText.split('').map(content => piece({ content })), done()]),
  async long(response, { closed }) {
    startLines(response);
    await sayOn(closed, content => sendLine(response, piece({ content })));
    response.end();
  },
};

function line(of: object): string {
  return `${JSON.stringify(of)}\n`;
}

/** As short as can be, since each byte is a place where a reply may be cut. */
const say = (content: string) => ({ message: { content } });
const call = ([name, args]: readonly [string, object]) => ({
  message: { tool_calls: [{ function: { name, arguments: args } }] },
});
const end = { done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 9 };

describeProviderFaults('a model of Ollama', {
  connect: (url, ask = fetch) => firstOf(createOllamaProvider({ ...connection, baseUrl: url, fetch: ask })),
  models: [{ id: 'test-model', object: 'model' }],
  isLines: true,
  recording: [
    say(recordedText.slice(0, 11)),
    say(recordedText.slice(11)),
    ...recordedCalls.map(call),
    end,
  ].map(line),
  ending: -1,
  whole: {
    message: {
      ...say(recordedText).message,
      tool_calls: recordedCalls.map(each => call(each).message.tool_calls[0]),
    },
    ...end,
  },
  saying: said => [say(said), end].map(line),
  fault: line({ error: 'the server is on fire', status: 503 }),
  overflow: line({ error: 'the input length exceeds the context length', status: 400 }),
  unknown: line({ weather: 'report' }),
});
