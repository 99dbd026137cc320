import assert from 'node:assert/strict';
import {
  type Answer,
  chunk,
  type FakeOpenAiServer,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';

import { pressInRow } from '../../workbench/shown-at-last.ts';

import { stepsIn } from '../window-steps.ts';
import type { WindowAndServer } from './choose-model.ts';

/** Says a few words, and then nothing until the caller leaves. */
const endless: Answer = async (response, { closed }) => {
  startEvents(response);
  sendEvent(response, chunk({ content: 'On and on' }));
  await closed;
};

export function startEndlessModel(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(endless);
}

/** @param open gives a window whose user has the provider "endless", whose model never ends */
export function testGateway(open: () => WindowAndServer): void {
  const { page, press, run, notified, shootInThemes } = stepsIn(() => open().workbench);
  let server: FakeOpenAiServer;

  before(async () => {
    ({ server } = open());
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  const row = (name: RegExp) => page().getByRole('treeitem', { name });

  it('shows where it is, and copies what a program needs', async () => {
    await run('Converser: Start Gateway');
    await notified('The gateway is running at http://127.0.0.1');
    await press('Escape');
    await run('Converser: Focus on Gateway View');
    await row(/^http:\/\/127\.0\.0\.1:\d+/).click();
    await page().locator('.quick-input-title').getByText('Gateway: http://127.0.0.1').waitFor();
    await shootInThemes('gateway-manage');
    await press('Escape');
    await run('Converser: Use Gateway in Another Program…');
    await page().locator('.quick-input-list').getByText('curl', { exact: true }).click();
    await notified('Copied for curl');
    await press('Escape');
  });

  it('shows a request while it runs, and stops it', async () => {
    const copied = await page().evaluate(() => navigator.clipboard.readText());
    const [, url = '', key = ''] = /^curl (\S+) -H 'authorization: Bearer (\S+)'/.exec(copied) ?? [];
    const messages = [{ role: 'user', content: 'Hello' }];
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'endless/test-model', messages, stream: true }),
    });
    const request = row(/^curl, Running, endless\/test-model/);
    await request.waitFor();
    await shootInThemes('gateway-running');
    const stopped = row(/^curl, Stopped, endless\/test-model/);
    await pressInRow(request, 'Stop Request', stopped);
    assert.match(await response.text(), /On and on[\s\S]*"error"/);
    // The server is also asked for its models, at any time.
    await server.received.findLast(({ url }) => url.endsWith('/chat/completions'))?.closed;
    await shootInThemes('gateway-stopped');
  });

  it('is gone when you stop it', async () => {
    await run('Converser: Stop Gateway');
    await row(/^http:\/\/127\.0\.0\.1:\d+/).waitFor({ state: 'detached' });
  });
}
