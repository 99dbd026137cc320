import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../fakes/openai-server.ts';

/**
 * Writes a file and then explains without end; knows what it did; looks at the time again and again; asks another model;
 * and, between two messages, loses the connection whenever it has begun to answer.
 */
const worker: Answer = async (response, received) => {
  const messages = received.body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const asked = messages.findLast(({ role }) => role === 'user')?.content;
  const all = JSON.stringify(messages);
  const say = (text: string, thought?: string) => {
    const thoughts = thought === undefined ? [] : [chunk({ reasoning_content: thought })];
    return answerChunks([...thoughts, chunk({ content: text }), chunk({}, 'stop')])(response, received);
  };
  const call = (name: string, args: object) => {
    const id = `call_${messages.length}`;
    const made = { index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
    return answerChunks([chunk({ tool_calls: [made] }), chunk({}, 'tool_calls')])(response, received);
  };
  if (asked === 'Write it.' && !all.includes('Created notes/done.txt'))
    return call('workspace__write_file', { path: 'notes/done.txt', content: 'done' });
  if (asked === 'Write it.') {
    startEvents(response);
    sendEvent(response, chunk({ content: 'Now I explain it at length' }));
    await received.closed;
    return;
  }
  if (asked === 'What did you do?') {
    const knows = all.includes('Created notes/done.txt') && all.includes('The user stopped this turn');
    return say(knows ? 'I wrote it, and you stopped me.' : 'Nothing.', 'What did **I** do?');
  }
  if (asked === 'Read it to me.') {
    if (!all.includes('A small workspace')) return call('workspace__read_file', { path: 'README.md' });
    startEvents(response);
    // What is written at once is lost with the connection.
    await new Promise<void>(sent => {
      response.write(
        `data: ${JSON.stringify(chunk({ content: 'It begins with **small workspaces**, and' }))}\n\n`,
        () => sent(),
      );
    });
    response.destroy();
    return;
  }
  if (asked === 'Continue.' && all.includes('Read it to me.') && !all.includes('Look at the clock.')) {
    const knows =
      all.includes('A small workspace') &&
      all.includes('small workspaces**, and') &&
      all.includes('in the middle of your answer');
    return say(knows ? 'It ends with tools.' : 'Continue what?');
  }
  if (asked === 'Ask somebody else.' && !all.includes('By test-model'))
    return call('models__ask_model', {
      question: 'What is in README.md?',
      model: 'paid/test-model',
      tools: ['workspace__read_file'],
    });
  if (asked === 'Ask somebody else.') {
    const knows = all.includes('It tells of a **small workspace**.');
    return say(knows ? 'The other one has read of a small workspace.' : 'It knew nothing.');
  }
  if (asked === 'Show me code.') return say(codeAnswer);
  if (asked === 'Make it friendlier.') return say(friendlierAnswer);
  if (asked === 'What time is it?' && messages.at(-1)?.role === 'user')
    return call('clock__current_time', {});
  if (asked === 'Look at the clock.') return call('clock__current_time', {});
  return say('It is late.');
};

/** All that an answer may be made of. */
const codeAnswer = `Here is a greeting:

\`\`\`ts notes/greet.ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`; // 1 line
}

export const twice = (name: string) => [greet(name), greet(name)];
\`\`\`

| model | score | time |
| --- | --: | --: |
| a | 71.2 % | 3,812 ms |

The time grows with $n \\log n$:[^1]

$$
T(n) = \\sum_{i=1}^{n} \\frac{\\sqrt{i}}{2^i}
$$

- [x] Greet
- [ ] Say good-bye with <kbd>Ctrl</kbd>

[^1]: As measured.
`;

const friendlierAnswer = `Say more:

\`\`\`mermaid
graph LR
  A[Hello] --> B{Dear?}
  B -->|yes| C[Ada]
\`\`\`

\`\`\`diff
--- a/notes/greet.ts
+++ b/notes/greet.ts
@@ -1,3 +1,4 @@
 export function greet(name: string): string {
-  return \`Hello, \${name}!\`; // 1 line
+  const dear = \`dear \${name}\`;
+  return \`Hello, \${dear}!\`;
 }
\`\`\`
`;

export function startWorkingModel(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(worker, [{ id: 'worker', object: 'model', created: 0, owned_by: 'test' }]);
}

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
