import { describeProviderContract, type Scenario, unicodeText } from '../../contracts/provider-contract.ts';
import {
  type Answer,
  answerChunks,
  chunk,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { firstOf, openAiAt, sayOn } from '../at-servers.ts';

describeProviderContract('a model of an OpenAI-compatible server', async scenario => {
  const server = await startOpenAiServer(answers[scenario]);
  const model = await firstOf(openAiAt(server.url));
  return { model, prompt: scenario, dispose: server.close };
});

const readNotes = {
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'files__read_file', arguments: '' },
};

/** In fragments, as the vendor sends them. */
const readingNotes = [
  chunk({ role: 'assistant', content: null, tool_calls: [readNotes] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"pa' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: 'th":"notes.txt"}' } }] }),
];

const rolling = chunk({
  tool_calls: [{ index: 1, id: 'call_2', function: { name: 'chance__roll', arguments: '{"dice":"2d6"}' } }],
});

const hello = answerChunks([chunk({ role: 'assistant', content: 'Hello.' }), chunk({}, 'stop')]);

const answers: Readonly<Record<Scenario, Answer>> = {
  answer: hello,
  anything: hello,
  call: answerChunks([...readingNotes, chunk({}, 'tool_calls')]),
  calls: answerChunks([...readingNotes, rolling, chunk({}, 'tool_calls')]),
  // Each code unit by itself, so that every surrogate pair is split.
  result: answerChunks([
    ...unicodeText.split('').map(content => chunk({ content })),
    chunk({ content: '' }, 'stop'),
  ]),
  async long(response, { closed }) {
    startEvents(response);
    await sayOn(closed, content => sendEvent(response, chunk({ content })));
    response.end();
  },
};
