import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../fakes/openai-server.ts';

/** Writes a file and then explains without end; knows what it did; and looks at the time again and again. */
const worker: Answer = async (response, received) => {
  const messages = received.body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const asked = messages.findLast(({ role }) => role === 'user')?.content;
  const all = JSON.stringify(messages);
  const say = (text: string) =>
    answerChunks([chunk({ content: text }), chunk({}, 'stop')])(response, received);
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
    return say(knows ? 'I wrote it, and you stopped me.' : 'Nothing.');
  }
  if (asked === 'Show me code.') return say(codeAnswer);
  if (asked === 'Make it friendlier.') return say(friendlierAnswer);
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
