/** What has been sent, as bytes: each message is written once. */
export interface SentMessages {
  add(message: object): void;
  bytes(): Uint8Array;
  /** For another conversation with the same beginning. */
  copy(): SentMessages;
}

export function writeMessages(head: string, messages: readonly object[]): SentMessages {
  const sent = begin(Buffer.from(head), false);
  for (const message of messages) sent.add(message);
  return sent;
}

function begin(beginning: Uint8Array, isBegun: boolean): SentMessages {
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
    copy: () => begin(sent(), comma),
  };
}
