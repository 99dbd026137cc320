import assert from 'node:assert/strict';
import { promptContent, resourceDocument } from '../../../../src/ensembles/mcp/calls/attach-content.ts';

const plain = (value: string) => ({ type: 'text', mimeType: 'text/plain', text: value });

describe('what is attached of a server', () => {
  it('has limits to its size', () => {
    const blob = Buffer.alloc(20_000_001).toString('base64');
    const [long, large] = resourceDocument({
      contents: [
        { uri: 'x:1', text: 'a'.repeat(1_000_001) },
        { uri: 'x:2', blob },
      ],
    });
    assert.ok(long?.type === 'resource' && (long.text?.length ?? 0) <= 1_000_000);
    assert.match(long.text ?? '', /left out here/);
    assert.deepEqual(large, plain('[resource x:2, 20000001 bytes: too large to attach]'));
    const many = resourceDocument({
      contents: Array.from({ length: 201 }, (_, at) => ({ uri: `x:${at}`, text: 'a' })),
    });
    assert.equal(many.length, 201);
    assert.deepEqual(many.at(-1), plain('[… 1 more part left out]'));
  });

  it('names the speakers of a prompt that is a dialogue', () => {
    const said = (role: 'user' | 'assistant', text: string) =>
      ({ role, content: { type: 'text', text } }) as const;
    const { content } = promptContent({
      messages: [said('user', 'Hi'), said('assistant', 'Hello'), said('user', 'Go on')],
    });
    assert.deepEqual(content, [plain('User: Hi'), plain('Assistant: Hello'), plain('User: Go on')]);
  });

  it('keeps images and resources of a prompt as such', () => {
    const { content, documents } = promptContent({
      messages: [
        { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } },
        { role: 'user', content: { type: 'resource', resource: { uri: 'x:1', text: 'one' } } },
        { role: 'user', content: { type: 'resource_link', uri: 'x:2', name: 'two' } },
      ],
    });
    assert.deepEqual(
      content.map(({ type }) => type),
      ['image', 'text'],
    );
    assert.deepEqual(documents, [{ type: 'resource', uri: 'x:1', text: 'one' }]);
  });
});
