import assert from 'node:assert/strict';
import { readPdf } from '../../../src/ensembles/pdf/read-pdf.ts';
import { makePdf } from '../../fixtures/make-pdf.ts';

describe('the text of a PDF', () => {
  const never = new AbortController().signal;

  it('is read page by page', async () => {
    const { pages, count } = await readPdf(makePdf(['Hello world\nSecond line', 'Page two', '']), never);
    assert.equal(count, 3);
    assert.deepEqual(
      pages.map(page => page.trim()),
      ['Hello world\nSecond line', 'Page two', ''],
    );
  });

  it('is that of as many pages as are read', async () => {
    const { pages, count } = await readPdf(makePdf(Array.from({ length: 310 }, (_, at) => `p${at}`)), never);
    assert.deepEqual([pages.length, count, pages.at(-1)?.trim()], [300, 310, 'p299']);
  });

  it('has at most as many characters as an attachment', async () => {
    // What lies outside of a page isn't read.
    const long = Array.from({ length: 45 }, () => 'abcdefghi '.repeat(7)).join('\n');
    const { pages, count } = await readPdf(makePdf(Array.from({ length: 200 }, () => long)), never);
    assert.equal(pages.join('').length, 400_000);
    assert.ok(pages.length < count);
  });

  it('isn’t there where it is no PDF, and that ends nothing', async () => {
    await assert.rejects(readPdf(new TextEncoder().encode('%PDF-1.4 nothing'), never), /Invalid PDF/);
    // The tree of pages leads back to itself.
    const text = new TextDecoder().decode(makePdf(['x'])).replace('/Kids [4 0 R]', '/Kids [2 0 R]');
    await assert.rejects(readPdf(new TextEncoder().encode(text), never));
  });

  it('is given up when it takes too long, and at once when you stop', async () => {
    await assert.rejects(readPdf(makePdf(['x']), never, { time: 1 }), /took more than/);
    const stopping = new AbortController();
    const reading = readPdf(makePdf(['x']), stopping.signal);
    stopping.abort(new Error('Stopped.'));
    await assert.rejects(reading, /Stopped\./);
  });
});
