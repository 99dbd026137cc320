import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SidebarAttachment } from '../../../src/sidebar/protocol.ts';
import { sidebarState } from '../../sidebar/sidebar-states.ts';
import { sidebarPages } from './open-sidebar-page.ts';
import { attachable } from './scenes.ts';

describe('attachments in the sidebar’s page', () => {
  const open = sidebarPages();

  async function write(text: string, items: readonly SidebarAttachment[] = attachable) {
    const sidebar = await open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState({ attachable: items }) }, { type: 'focus' });
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.insertText(text);
    await sidebar.posts();
    return { sidebar, page, chips: page.getByRole('list', { name: 'Attachments' }).getByRole('listitem') };
  }

  it('are shown with what they cost, and removed by keyboard together with their mentions', async () => {
    const { sidebar, page, chips } = await write('compare @src/a.ts with @README.md:2-3 and @nothing');
    await page.getByText('Together 2.1 k tokens').waitFor();
    assert.deepEqual(
      (await chips.allTextContents()).map(text => text.replace(/\s+/g, ' ').trim()),
      ['src/a.ts 840', 'README.md:2-3 1.2 k'],
    );
    assert.deepEqual(await sidebar.accessibilityFindings(), []);
    await page.getByRole('button', { name: 'Remove src/a.ts' }).press('Enter');
    const field = page.getByLabel('Message', { exact: true });
    assert.equal(await field.inputValue(), 'compare with @README.md:2-3 and @nothing');
    await page.locator('textarea:focus').waitFor();
    await sidebar.settled();
    assert.equal(await chips.count(), 1);
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [
      { type: 'send', text: 'compare with @README.md:2-3 and @nothing' },
    ]);
    await chips.first().waitFor({ state: 'detached' });
  });

  it('come back with the draft when the page is shown again', async () => {
    const { sidebar } = await write('see @src/a.ts');
    await sidebar.page.getByText('840', { exact: true }).waitFor();
    const again = await open({ remembered: await sidebar.remembered() });
    await again.tell({ type: 'state', state: sidebarState({ attachable }) });
    await again.page.getByRole('button', { name: 'Remove src/a.ts' }).waitFor();
  });

  it('say what is wrong with them, and what the model does not read', async () => {
    const { page } = await write('@image-1 and @.env and @problems ');
    await page.getByText('VS Code shows no errors or warnings.', { exact: true }).waitFor();
    await page.getByText(/^Rehearsal doesn’t read images: it gets only the name/).waitFor();
    assert.match(
      (await page.locator('.attachment', { hasText: '.env' }).getAttribute('title')) ?? '',
      /holds keys/,
    );
  });

  it('are suggested in kinds, and picked on this computer', async () => {
    const { sidebar, page } = await write('');
    await page.keyboard.type('@');
    const asked = (await sidebar.posts()).findLast(({ type }) => type === 'complete');
    assert.ok(asked?.type === 'complete');
    const items = [
      { label: '@file', detail: 'A file', icon: 'file', insert: '@file:' },
      { label: '@image', detail: 'An image', icon: 'file-media', insert: '', picks: true as const },
    ];
    await sidebar.tell({ type: 'completions', request: asked.request, start: 0, items });
    assert.equal(await page.locator('[role=option] .codicon').count(), 2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'pick-files' }]);
    assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), '');
  });

  it('are images that you paste, scaled to what models take', async () => {
    const { sidebar, page } = await write('');
    await paste(page, { width: 40, height: 30, type: 'image/png' });
    await paste(page, { width: 4000, height: 1000, type: 'image/jpeg' });
    await page.waitForFunction(() => window.converserDouble.posts.length === 2);
    const held = await page.evaluate(async () => {
      const posts = window.converserDouble.posts as { bytes: Uint8Array; thumbnail: string; name: string }[];
      return Promise.all(
        posts.map(async ({ bytes, thumbnail, name }) => {
          const { width, height } = await createImageBitmap(new Blob([bytes as BlobPart]));
          return { name, width, height, hasThumbnail: thumbnail.startsWith('data:image/png;base64,') };
        }),
      );
    });
    assert.deepEqual(held, [
      { name: 'pasted.png', width: 40, height: 30, hasThumbnail: true },
      { name: 'pasted.png', width: 2000, height: 500, hasThumbnail: true },
    ]);
    await sidebar.tell({ type: 'insert', text: '@image-1' });
    assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), '@image-1 ');
  });

  it('are no pictures of text that you paste', async () => {
    const { sidebar, page } = await write('');
    await paste(page, { width: 4, height: 3, type: 'image/png', text: 'a\tb' });
    await sidebar.settled();
    assert.deepEqual(await sidebar.posts(), []);
  });

  it('are files that you drop, by their addresses', async () => {
    const { sidebar, page } = await write('');
    await page.locator('.field').evaluate(field => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', 'file:///work/a.ts\r\nhttps://example.org/\r\nfile:///work/b.ts');
      const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
      field.dispatchEvent(over);
      if (!over.defaultPrevented) throw new Error('It can’t be dropped.');
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    assert.deepEqual(await sidebar.posts(), [
      { type: 'mention', uris: ['file:///work/a.ts', 'file:///work/b.ts'] },
    ]);
  });
});

interface Pasted {
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly text?: string;
}

async function paste(page: Page, pasted: Pasted): Promise<void> {
  await page.getByLabel('Message', { exact: true }).evaluate(async (field, { width, height, type, text }) => {
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.fillRect(0, 0, width / 2, height / 2);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob({ type })], 'pasted.png', { type }));
    if (text !== undefined) clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
}
