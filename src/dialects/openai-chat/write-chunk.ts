import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

/** Most chunks differ only in their text, so only the text is written anew. The result is that of `JSON.stringify`. */
export function createChunkJson(): (data: object) => string {
  let frame: readonly [before: string, after: string] | undefined;
  return data => {
    const text = onlyText(data);
    if (text === undefined) return JSON.stringify(data);
    frame ??= around(data);
    return frame[0] + JSON.stringify(text) + frame[1];
  };
}

function onlyText(data: Partial<ChatCompletionChunk>): string | undefined {
  const { choices = [], usage } = data;
  const [choice] = choices;
  if (choice === undefined || choices.length > 1 || choice.finish_reason !== null || usage !== undefined)
    return undefined;
  for (const key in choice.delta) if (key !== 'content') return undefined;
  return choice.delta.content ?? undefined;
}

function around(data: object): readonly [before: string, after: string] {
  // No string of JSON holds this: in a string, each quote has a backslash before it.
  const mark = '"delta":{"content":"';
  const written = JSON.stringify(data);
  const start = written.indexOf(mark) + mark.length - 1;
  return [written.slice(0, start), written.slice(written.lastIndexOf('"},"finish_reason":') + 1)];
}
