import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { frameOf } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';

export function testAttachments(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { view, press, write, type, begin, button, shoot, shootInThemes } = steps;
  const { answered, comeToField, pressButton } = steps;

  before(begin);

  it('are files that you complete after @file, and go with the message', async () => {
    const field = view().getByLabel('Message', { exact: true });
    await write('');
    await type('Look at @fil');
    await view().getByRole('option', { name: '@file' }).waitFor();
    await press('Enter');
    await type('READ');
    await view().getByRole('option', { name: 'README.md', selected: true }).waitFor();
    await shoot('attachments-completion');
    await press('Enter');
    assert.equal(await field.inputValue(), 'Look at @README.md ');
    await button('Remove README.md').waitFor();
    await press('Enter');
    await view().locator('.documents button', { hasText: 'README.md' }).waitFor();
    await view().locator('.user').getByText('Look at @README.md', { exact: true }).waitFor();
  });

  it('are images that you paste, while what can’t be attached keeps the message', async () => {
    await write('What is in');
    await (await frameOf(view())).evaluate(pastePicture);
    await button('Remove shot.png').waitFor();
    await view().locator('.attachment-picture').waitFor();
    await type('and @terminal');
    await view().locator('.attachment.failed').waitFor();
    await shootInThemes('attachments');
    await press('Escape');
    await button('Remove terminal').press('Enter');
    await view().locator('.attachment.failed').waitFor({ state: 'detached' });
    await press('Enter');
    await view().locator('.documents .picture > img').waitFor();
    await view().locator('.documents').getByText('image-1', { exact: true }).waitFor();
    await shoot('attachments-sent');
  });

  it('stay with a message that you change', async () => {
    const field = view().getByLabel('Message', { exact: true });
    await answered();
    await comeToField();
    await pressButton('Edit message and send it again', 'Shift+Tab');
    await view().getByText('Editing an earlier message.').waitFor();
    await button('Remove image-1').waitFor();
    await shoot('attachments-edited');
    await field.press('End');
    await type(' now');
    await press('Enter');
    await view().getByText('2/2', { exact: true }).waitFor();
    await answered();
    await view().locator('.user').getByText('What is in @image-1 and now').waitFor();
    await view().locator('.documents .picture > img').waitFor();
    await shoot('attachments-changed');
  });
}

/** Runs in the page. */
async function pastePicture(): Promise<void> {
  const canvas = new OffscreenCanvas(400, 300);
  const context = canvas.getContext('2d');
  for (const [at, colour] of ['#c33', '#3a3', '#36c'].entries()) {
    if (context === null) continue;
    context.fillStyle = colour;
    context.fillRect(at * 134, 0, 134, 300);
  }
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
  document
    .querySelector('textarea')
    ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
