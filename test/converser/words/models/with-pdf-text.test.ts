import assert from 'node:assert/strict';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { createPdfRequests } from '../../../../src/converser/words/models/pdf-requests.ts';
import type { Model, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { withPdfText } from '../../../../src/converser/words/models/with-pdf-text.ts';
import { createScriptedModel, says } from '../../../fakes/scripted-model.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

describe('a model that gets the text of PDFs', () => {
  const make = canisterMaker();
  const never = new AbortController().signal;
  const pdf = {
    type: 'resource',
    uri: 'paper.pdf',
    mimeType: 'application/pdf',
    bytes: Uint8Array.of(1),
  } as const;
  const attached: Canister = { ...make.user('d', ''), role: 'document', content: [pdf] };
  const request: ModelRequest = { canisters: [attached, make.user('u', 'Sum it up.')], tools: [] };

  function set(
    read: Parameters<typeof createPdfRequests>[0],
    capabilities: Partial<Model['capabilities']> = {},
  ) {
    const calls: Uint8Array[] = [];
    const model = createScriptedModel(says('One.'), says('Two.'));
    const requests = createPdfRequests((bytes, signal) => {
      calls.push(bytes);
      return read(bytes, signal);
    });
    const own = { ...model, capabilities: { ...model.capabilities, ...capabilities } };
    const wrapped = withPdfText(async () => requests)(own);
    const ask = async (signal = never) => {
      const events = [];
      for await (const event of wrapped.reply(request, signal)) events.push(event);
      return events;
    };
    const sent = (at: number) => model.requests[at]?.canisters.map(({ content }) => content[0]);
    return { ask, calls, sent, model };
  }

  it('reads each once, says what it gets, and is sent the same in each request', async () => {
    const { ask, calls, sent, model } = set(async () => ({ pages: ['First.', 'Second.'], count: 3 }));
    const [notice] = await ask();
    assert.equal(notice?.type, 'notice');
    assert.match(
      notice.type === 'notice' ? notice.message : '',
      /doesn’t read PDFs\. It gets the text of 2 of 3 pages of paper\.pdf, without pictures\.$/,
    );
    assert.deepEqual(sent(0)?.[0], {
      type: 'resource',
      uri: 'paper.pdf',
      mimeType: 'text/plain',
      text: '[Text of 2 of 3 pages. Pictures are not included.]\n\n[Page 1]\nFirst.\n\n[Page 2]\nSecond.',
    });
    assert.ok((await ask()).every(({ type }) => type !== 'notice'));
    assert.equal(calls.length, 1);
    assert.equal(model.requests[0]?.canisters[0], model.requests[1]?.canisters[0]);
  });

  it('is left alone where it reads PDFs itself, or where there are none', async () => {
    const { ask, calls, sent } = set(() => Promise.reject(new Error('Read.')), { pdfs: true });
    await ask();
    assert.deepEqual(sent(0)?.[0], pdf);
    assert.equal(calls.length, 0);
  });

  it('is told where a PDF has no text or can’t be read, and answers all the same', async () => {
    const scanned = set(async () => ({ pages: ['', ' '], count: 2 }));
    await scanned.ask();
    assert.match(JSON.stringify(scanned.sent(0)), /without text in its 2 pages\. They may be scanned/);
    const broken = set(() => Promise.reject(new Error('Invalid PDF structure.')));
    const [notice] = await broken.ask();
    const said = JSON.stringify(notice);
    assert.match(said, /only the name of paper\.pdf, whose text can’t be read: Invalid PDF structure\./);
    assert.match(JSON.stringify(broken.sent(0)), /whose text can’t be read/);
  });

  it('isn’t asked once you have stopped, and the PDF is read when it is asked again', async () => {
    const stopping = new AbortController();
    let isStopped = false;
    const { ask, calls, model } = set(async (_bytes, signal) => {
      if (isStopped) return { pages: ['First.'], count: 1 };
      stopping.abort();
      signal.throwIfAborted();
      throw new Error('It went on.');
    });
    const events = await ask(stopping.signal);
    const told = events.map(event => (event.type === 'failure' ? event.error.code : event.type));
    assert.deepEqual(told, ['cancelled']);
    assert.equal(model.requests.length, 0);
    isStopped = true;
    await ask();
    assert.equal(calls.length, 2);
  });
});
