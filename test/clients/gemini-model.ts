import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of Gemini's API, as far as it matters here: https://ai.google.dev/api/generate-content */
interface GeminiRequest {
  readonly contents: readonly { readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

type Part =
  | { readonly text: string }
  | { readonly functionCall: { readonly name: string; readonly args: object } }
  | { readonly functionResponse: { readonly name: string; readonly response: object } };

/** A model with Gemini's API that calls the tool whose name matches, and then says that it has finished. */
export async function startGeminiModel(pattern: RegExp) {
  const offered: string[] = [];
  const results: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { contents, tools = [] } = JSON.parse(Buffer.concat(pieces).toString()) as GeminiRequest;
    const names = tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name }) => name);
    offered.push(...names);
    const answered = (contents.at(-1)?.parts ?? []).filter(part => 'functionResponse' in part);
    results.push(...answered.map(part => JSON.stringify(part)));
    const name = names.find(each => pattern.test(each));
    const isDone = answered.length > 0 || name === undefined;
    const part: Part = isDone ? { text: 'Task finished.' } : { functionCall: { name, args: {} } };
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ candidates })}\r\n\r\n`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered,
    /** What it was told that its calls resulted in, as JSON. */
    results,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
