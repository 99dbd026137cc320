import { Agent, request as openRequest } from 'node:http';

/** Posts a request, and reads the data of the events that come back. */
export type Post = (body: readonly Uint8Array[], read: (data: string) => void) => Promise<void>;

/** The least that can be done on `node:http`: one connection that is kept, and each piece read where it arrives. */
export function createPost(url: URL): Post {
  const agent = new Agent({ keepAlive: true });
  const options = { method: 'POST', agent, host: url.hostname, port: url.port, path: url.pathname };
  return (body, read) =>
    new Promise((resolve, reject) => {
      const length = body.reduce((sum, piece) => sum + piece.length, 0);
      const headers = {
        authorization: 'Bearer bench',
        'content-type': 'application/json',
        'content-length': length,
      };
      const request = openRequest({ ...options, headers }, answer => {
        let line = '';
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          const lines = (line + text).split('\n');
          line = lines.pop() ?? '';
          for (const each of lines)
            if (each.startsWith('data: ') && each !== 'data: [DONE]') read(each.slice(6));
        });
        answer.on('end', resolve);
        answer.on('error', reject);
      });
      request.on('error', reject);
      for (const piece of body.slice(0, -1)) request.write(piece);
      request.end(body.at(-1));
    });
}

/** What has been sent, as bytes: each message is written once. */
interface SentMessages {
  add(message: object): void;
  bytes(): Uint8Array;
  /** For another conversation with the same beginning. */
  copy(): SentMessages;
}

export function startMessages(beginning: Uint8Array, isBegun = false): SentMessages {
  let bytes = Buffer.alloc(beginning.length + 64 * 1024);
  bytes.set(beginning);
  let end = beginning.length;
  let comma = isBegun;
  const sent = () => bytes.subarray(0, end);
  return {
    add(message) {
      const json = `${comma ? ',' : ''}${JSON.stringify(message)}`;
      comma = true;
      const needed = end + json.length * 3;
      if (needed > bytes.length) bytes = Buffer.concat([sent()], needed * 2);
      end += bytes.write(json, end);
    },
    bytes: sent,
    copy: () => startMessages(sent(), comma),
  };
}
