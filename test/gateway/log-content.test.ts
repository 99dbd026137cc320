import assert from 'node:assert/strict';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import { openGateway } from './support/open-gateway.ts';

const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(40)}`;
const vendorKey = `sk-proj-${'a1B2'.repeat(8)}`;

describe('what programs ask', () => {
  const asked = {
    model: 'scripted/model',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: `What is on it? My key is ${vendorKey}, and password=hunter42.` },
          { type: 'image_url', image_url: { url: picture } },
          { type: 'text', text: 'long '.repeat(1_000) },
        ],
      },
    ],
    metadata: { api_key: 'abcdef-123456' },
  };

  it('is written down where you want that, without keys and images, and with long texts cut', async () => {
    const lines: string[] = [];
    const contentLog = () => (line: string) => void lines.push(line);
    await using gateway = await openGateway({ models: [createScriptedModel()], contentLog });
    await gateway.post('/v1/chat/completions', asked);
    await gateway.ask('/v1/models');
    const [line = '', ...others] = lines;
    assert.deepEqual(others, []);
    assert.match(line, /^a test: POST \/v1\/chat\/completions \{"model":"scripted\/model"/);
    assert.match(line, /What is on it\? My key is …, and password=…/);
    assert.match(line, /"url":"\(462 characters left out\)"/);
    assert.match(line, /long … \(3,000 more characters\)/);
    assert.match(line, /"api_key":"…"/);
    for (const secret of [vendorKey, 'hunter42', 'iVBORw0KGgo', 'abcdef', gateway.key])
      assert.ok(!line.includes(secret), secret);
    assert.deepEqual(gateway.logged, []);
  });

  it('is written down only as long as you want that', async () => {
    const lines: string[] = [];
    let isWanted = false;
    const contentLog = () => (isWanted ? (line: string) => void lines.push(line) : undefined);
    await using gateway = await openGateway({ models: [createScriptedModel()], contentLog });
    await gateway.post('/v1/messages/count_tokens', asked);
    assert.deepEqual(lines, []);
    isWanted = true;
    await gateway.post('/v1/messages/count_tokens', asked);
    assert.equal(lines.length, 1);
  });
});
