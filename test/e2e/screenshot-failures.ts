import type { Workbench } from '../workbench/open-workbench.ts';
import { takeScreenshot } from '../workbench/workbench-actions.ts';

/** Has each test of a suite that fails leave .screenshots/failed-<its title>.png. */
export function screenshotFailures(open: () => Workbench | undefined): void {
  afterEach(async function () {
    const page = open()?.page;
    if (page === undefined || this.currentTest?.state !== 'failed') return;
    await takeScreenshot(page, `failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
  });
}
