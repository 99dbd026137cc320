/** Sessions as Claude Code and Codex write them, made after their public documentation and sources. */

type Fields = Readonly<Record<string, unknown>>;

export function jsonl(lines: readonly unknown[]): string {
  return lines.map(line => `${JSON.stringify(line)}\n`).join('');
}

/** Lines of Claude Code: each follows the one before, unless it says otherwise. */
export function claudeSession(cwd = '/work') {
  let last: string | null = null;
  let count = 0;
  const line = (type: string, fields: Fields) => {
    const uuid = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2026, 10, 20, 12, 0, count)).toISOString();
    const common = {
      parentUuid: last,
      isSidechain: false,
      sessionId: 's1',
      version: '2.1.0',
      cwd,
      uuid,
      timestamp,
    };
    last = uuid;
    return { ...common, type, ...fields };
  };
  return {
    line,
    user: (content: unknown, fields: Fields = {}) =>
      line('user', { message: { role: 'user', content }, ...fields }),
    /** Replies of several blocks stand on several lines, with the same id and usage. */
    assistant: (id: string, block: Fields, fields: Fields = {}) =>
      line('assistant', {
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model: 'claude',
          content: [block],
          usage: { output_tokens: 9 },
        },
        requestId: `req_${id}`,
        ...fields,
      }),
  };
}

export function codexSession(cwd = '/work') {
  let count = 0;
  const line = (type: string, payload: Fields) => ({
    timestamp: new Date(Date.UTC(2026, 10, 20, 12, 0, ++count)).toISOString(),
    type,
    payload,
  });
  const message = (role: string, text: string) =>
    line('response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    });
  return {
    line,
    message,
    item: (payload: Fields) => line('response_item', payload),
    event: (payload: Fields) => line('event_msg', payload),
    start: () => [
      line('session_meta', {
        id: 's1',
        timestamp: '2026-11-20T12:00:00Z',
        cwd,
        originator: 'codex_cli_rs',
        cli_version: '0.160.0',
      }),
      message('developer', '<permissions instructions>\nSandboxed.'),
      message('user', `<environment_context>\n  <cwd>${cwd}</cwd>\n</environment_context>`),
      line('turn_context', { cwd, model: 'gpt', approval_policy: 'on-request' }),
    ],
  };
}
