import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Passes requests for any host on to one server, as the proxy of a company would that alone knows the way. */
export async function startForwardProxy(
  to: string,
): Promise<{ readonly server: Server; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    asked.push(`${method} ${url}`);
    const { pathname } = new URL(url, 'http://proxy.example');
    const onward = request(new URL(pathname, to), { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing).catch(() => {});
    });
    pipeline(incoming, onward).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, asked };
}
