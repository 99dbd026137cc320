import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../fakes/openai-server.ts';

/** Tells a long story for each number, and sums up what it is asked to sum up. */
const talker: Answer = async (response, received) => {
  const messages = received.body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const number = /Story (\d)/.exec(asked)?.[1];
  const isStory = /^"Story \d/.test(asked);
  const story = `Here is story ${number}. ${'Once upon a time there was a small window. '.repeat(150)}`;
  return answerChunks([chunk({ content: isStory ? story : 'They told stories.' }), chunk({}, 'stop')])(
    response,
    received,
  );
};

export function startTalker(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(talker, [{ id: 'gpt-oss-20b', object: 'model', created: 0, owned_by: 'test' }]);
}

/** The entry of a provider that is the talker, with a window that is full after a few stories. */
export function talkerEntry({ url }: FakeOpenAiServer): object {
  return { kind: 'openai', baseUrl: url, models: { '*': { contextTokens: 8_192 } } };
}
